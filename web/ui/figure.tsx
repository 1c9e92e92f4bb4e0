interface FigureProps {
  children: string;
  /** Those for which there must be room: its own, or those of the longest that stands beside it. */
  letters: number;
}

/** A figure in one line: as large as `--largest` around it, and smaller where its place is narrow. */
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

/** How wide a letter of an amount is at most, in bold and in wide fonts, by the size of the type. */
const LETTER = 0.6;
