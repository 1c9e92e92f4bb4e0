interface FigureProps {
  children: string;
  /** The number of characters that must fit: those of this figure or of a longer neighbour. */
  letters: number;
}

/** A figure on one line; its size is `--largest` of an ancestor, or smaller in a narrow box. */
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

/** The width of a character as a share of the font size, for bold and wide fonts. */
const LETTER = 0.62;
