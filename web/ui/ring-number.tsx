import { classes } from "./classes.ts";

interface RingNumberProps {
  /** The digits; undefined shows a dash, for an unknown number. */
  children: string | undefined;
  size?: "small" | "normal" | "large" | undefined;
}

/** A number inside the target's rings. */
export const RingNumber = ({ children, size = "normal" }: RingNumberProps) => (
  <span
    className={classes(
      "inline-grid shrink-0 place-items-center rounded-full border-2 font-semibold",
      "outline-1 -outline-offset-6",
      SIZES[size],
      children === undefined
        ? "border-line text-quiet outline-transparent"
        : "border-pine text-ink outline-pine/25",
    )}
  >
    {children ?? "-"}
  </span>
);

const SIZES = {
  small: "size-9 text-14",
  normal: "size-13 text-20",
  large: "size-20 text-28",
};
