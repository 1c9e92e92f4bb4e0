import { type ReactNode, useId } from "react";
import { classes } from "./classes.ts";

interface SegmentedOption<V extends string> {
  value: V;
  label: string;
  /** A second line, which screen readers read after the name. */
  note?: ReactNode;
}

interface SegmentedProps<V extends string> {
  label: string;
  options: readonly SegmentedOption<V>[];
  value: V;
  onChange: (value: V) => void;
  /** Shows the label above; by default it is only for screen readers. */
  hasVisibleLabel?: boolean;
}

/** A choice of one from a few; radio buttons internally, for keyboard and screen readers. */
export function Segmented<V extends string>(props: SegmentedProps<V>) {
  const { label, options, value, onChange, hasVisibleLabel } = props;
  const name = useId();
  return (
    <fieldset className="min-w-0">
      <legend className={hasVisibleLabel ? "mb-1.5 text-14 font-semibold" : "sr-only"}>
        {label}
      </legend>
      <div className="flex flex-wrap rounded-control bg-sunken p-0.5 ring-1 ring-line ring-inset">
        {options.map((option) => (
          <label
            key={option.value}
            className={classes(
              "relative grid min-h-10 flex-1 place-content-center rounded-[6px] px-2 text-center",
              "text-14 text-quiet transition-colors has-checked:bg-raised has-checked:font-semibold",
              "has-checked:text-ink has-checked:shadow-card",
              "has-focus-visible:outline-2 has-focus-visible:outline-pine",
              // At least a finger wide; with min-width, long words would overflow.
              "before:w-[28px]",
            )}
          >
            <input
              type="radio"
              name={name}
              value={option.value}
              checked={option.value === value}
              onChange={() => onChange(option.value)}
              aria-label={option.label}
              aria-describedby={option.note ? `${name}-${option.value}` : undefined}
              className="absolute inset-x-0 -inset-y-0.5 cursor-pointer opacity-0"
            />
            {option.label}
            {option.note && (
              <span id={`${name}-${option.value}`} className="font-normal">
                {option.note}
              </span>
            )}
          </label>
        ))}
      </div>
    </fieldset>
  );
}
