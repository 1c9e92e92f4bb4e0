interface FigureProps {
  children: string;
  /** Those for which there must be room: its own, or those of the longest that stands beside it. */
  letters: number;
}

/** A figure in one line: as large as `--largest` around it, smaller where its place is narrow. */
export const Figure = ({ children, letters }: FigureProps) => (
  <span className="@container block w-full">
    <span
      className="block whitespace-nowrap"
      style={{ fontSize: `min(var(--largest), ${100 / (letters * LETTER)}cqi)` }}
    >
      {children}
    </span>
  </span>
);

/** The width of an amount by its letters and their size, in bold and in wide fonts. */
const LETTER = 0.62;
