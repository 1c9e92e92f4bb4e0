import { useId } from "react";
import { classes } from "./classes.ts";
import { useSideways } from "./use-sideways.ts";

interface FilterPillsProps<V extends string> {
  label: string;
  options: readonly { value: V; label: string }[];
  value: V;
  onChange: (value: V) => void;
}

/** A choice of one in a line that scrolls horizontally on phones; radio buttons internally. */
export function FilterPills<V extends string>(props: FilterPillsProps<V>) {
  const { label, options, value, onChange } = props;
  const name = useId();
  const line = useSideways<HTMLFieldSetElement>(value, "label:has(:checked)");
  return (
    <fieldset ref={line} className="scrolls-sideways -mx-4 min-w-0 px-4 lg:-mx-1 lg:px-1">
      <legend className="sr-only">{label}</legend>
      <div className="flex w-max gap-2 py-1">
        {options.map((option) => (
          <label
            key={option.value}
            className="relative grid min-h-11 place-items-center rounded-full border border-edge bg-card px-4 text-14 whitespace-nowrap transition-colors hover:bg-sunken has-checked:border-pine has-checked:bg-pine-soft has-checked:font-semibold has-checked:text-pine has-focus-visible:outline-2 has-focus-visible:outline-pine"
          >
            <input
              type="radio"
              name={name}
              value={option.value}
              checked={option.value === value}
              onChange={() => onChange(option.value)}
              className="absolute inset-0 cursor-pointer opacity-0"
            />
            {/* A hidden bold copy reserves the width, so that selecting moves no pill. */}
            <span
              data-label={option.label}
              className={classes(
                "inline-grid justify-items-center after:invisible after:h-0 after:overflow-hidden",
                "after:font-semibold after:content-[attr(data-label)]",
              )}
            >
              {option.label}
            </span>
          </label>
        ))}
      </div>
    </fieldset>
  );
}
