import { type ReactNode, useId } from "react";
import { classes } from "./classes.ts";
import { type FieldError, useFieldError } from "./form.tsx";

interface Choice<V extends string | number> {
  value: V;
  label: string;
  icon?: ReactNode;
}

interface ChoiceCardsProps<V extends string | number> {
  label: string;
  choices: readonly Choice<V>[];
  value: V | undefined;
  onChange: (value: V) => void;
  error?: FieldError | undefined;
  /** The field's name in its form, which clears its error when the choice changes. */
  name?: string;
}

/** A choice of one from several cards with pictures; radio buttons internally. */
export function ChoiceCards<V extends string | number>(props: ChoiceCardsProps<V>) {
  const { label, choices, value, onChange, name } = props;
  const id = useId();
  const error = useFieldError(name, props.error);
  return (
    <fieldset className="min-w-0" aria-describedby={error && `${id}-error`}>
      <legend className="mb-1.5 text-14 font-semibold">{label}</legend>
      <div className="pairs grid gap-2">
        {choices.map((choice) => (
          <label
            key={choice.value}
            className={classes(
              "relative flex min-h-13 items-center gap-2 rounded-control border border-edge bg-card",
              "px-3 py-2 text-14 transition-colors hover:bg-sunken has-checked:border-pine",
              "has-checked:bg-pine-soft has-checked:font-semibold has-checked:text-pine",
              "has-focus-visible:outline-2 has-focus-visible:outline-pine",
            )}
          >
            <input
              type="radio"
              name={name ?? id}
              checked={choice.value === value}
              // In an invalid group only the chosen option is marked, so that it gets the focus.
              aria-invalid={error && choice.value === (value ?? choice.value) ? true : undefined}
              onChange={() => onChange(choice.value)}
              className="absolute inset-0 cursor-pointer opacity-0"
            />
            {choice.icon}
            <span className="min-w-0">{choice.label}</span>
          </label>
        ))}
      </div>
      {error && (
        <p id={`${id}-error`} className="mt-1.5 text-14 text-vermilion">
          {error}
        </p>
      )}
    </fieldset>
  );
}
