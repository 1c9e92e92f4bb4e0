import { CircleAlert, Eye, EyeOff } from "lucide-react";
import { type ComponentProps, type ReactNode, useId, useState } from "react";
import { useMessages } from "../lib/messages.ts";
import { classes } from "./classes.ts";
import { type FieldError, useFieldError } from "./form.tsx";
import { plainNumber, withLatinDigits } from "./typed-number.ts";

interface FieldProps {
  label: string;
  hint?: string | undefined;
  error?: FieldError | undefined;
  /** Marks the field as optional next to its label. */
  isOptional?: boolean | undefined;
}

interface Wiring {
  id: string;
  "aria-invalid": boolean | undefined;
  "aria-describedby": string | undefined;
}

interface FieldFrameProps extends FieldProps {
  /** The field's name in its form, which clears its error when the field is edited. */
  name?: string | undefined;
  children: (wiring: Wiring) => ReactNode;
}

/** The label, hint and error of a control. The control must spread the props that it is given. */
export function Field({ label, hint, isOptional, name, children, ...found }: FieldFrameProps) {
  const { t } = useMessages();
  const error = useFieldError(name, found.error);
  const id = useId();
  // An error takes the place of the hint.
  const description_id = error ? `${id}-error` : hint && `${id}-hint`;
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-1.5">
      <label htmlFor={id} className="text-14 font-semibold">
        {label}
        {isOptional && <span className="font-normal text-quiet"> ({t("ui.optional")})</span>}
      </label>
      {children({
        id,
        "aria-invalid": error ? true : undefined,
        "aria-describedby": description_id || undefined,
      })}
      {hint && !error && (
        <p id={`${id}-hint`} className="text-14 text-quiet">
          {hint}
        </p>
      )}
      {error && <ErrorLine id={`${id}-error`}>{error}</ErrorLine>}
    </div>
  );
}

export type TextFieldProps = FieldProps & Omit<ComponentProps<"input">, "id">;

export function TextField({ className, onChange, ...field }: TextFieldProps) {
  const { label, hint, error, isOptional, ...input } = field;
  const isOfDigits = input.type === "tel" || input.inputMode === "numeric";
  return (
    <Field label={label} hint={hint} error={error} isOptional={isOptional} name={input.name}>
      {(wiring) => (
        <input
          {...wiring}
          className={classes("control", className)}
          {...input}
          onChange={isOfDigits ? rewriting(withLatinDigits, onChange) : onChange}
        />
      )}
    </Field>
  );
}

type TextAreaFieldProps = FieldProps & Omit<ComponentProps<"textarea">, "id">;

/** A text field with several lines. */
export function TextAreaField(props: TextAreaFieldProps) {
  const { label, hint, error, isOptional, className, ...area } = props;
  return (
    <Field label={label} hint={hint} error={error} isOptional={isOptional} name={area.name}>
      {(wiring) => (
        <textarea {...wiring} rows={3} className={classes("control py-2", className)} {...area} />
      )}
    </Field>
  );
}

/**
 * A number field with the phone's numeric keyboard, which reads what people paste
 * (typed-number.ts); `prefix` is shown before it, such as ₹.
 */
export function NumberField({ prefix, className, ...field }: TextFieldProps & { prefix?: string }) {
  const { label, hint, error, isOptional, onChange, ...input } = field;
  return (
    <Field label={label} hint={hint} error={error} isOptional={isOptional} name={input.name}>
      {(wiring) => (
        <div className="relative">
          {prefix && (
            <span
              aria-hidden
              className="absolute inset-y-0 left-3 grid place-items-center text-quiet"
            >
              {prefix}
            </span>
          )}
          <input
            {...wiring}
            inputMode="decimal"
            autoComplete="off"
            className={classes("control", prefix && "pl-8", className)}
            {...input}
            onChange={rewriting(plainNumber, onChange)}
          />
        </div>
      )}
    </Field>
  );
}

type OnChange = NonNullable<ComponentProps<"input">["onChange"]>;

/** Changes what was typed into a field before its own handler reads it. */
const rewriting =
  (rewrite: (typed: string) => string, onChange: OnChange | undefined): OnChange =>
  (event) => {
    const { target } = event;
    const text = rewrite(target.value);
    // Writing the same text would move the cursor to its end.
    if (target.value !== text) target.value = text;
    onChange?.(event);
  };

/** A password field whose text can be shown. */
export function PasswordField({ label, hint, error, isOptional, ...input }: TextFieldProps) {
  const { t } = useMessages();
  const [isShown, setShown] = useState(false);
  const action = isShown ? t("ui.hide_password") : t("ui.show_password");
  return (
    <Field label={label} hint={hint} error={error} isOptional={isOptional} name={input.name}>
      {(wiring) => (
        <div className="relative">
          <input
            {...wiring}
            type={isShown ? "text" : "password"}
            className="control pr-12"
            {...input}
          />
          <button
            type="button"
            aria-label={action}
            aria-controls={wiring.id}
            onClick={() => setShown(!isShown)}
            className="absolute inset-y-0 right-0 grid w-11 place-items-center text-quiet"
          >
            {isShown ? <EyeOff size={20} aria-hidden /> : <Eye size={20} aria-hidden />}
          </button>
        </div>
      )}
    </Field>
  );
}

interface Option {
  value: string;
  label: string;
}

type SelectFieldProps = FieldProps &
  Omit<ComponentProps<"select">, "id" | "children"> & { options: readonly Option[] };

export function SelectField(props: SelectFieldProps) {
  const { label, hint, error, isOptional, options, className, ...select } = props;
  return (
    <Field label={label} hint={hint} error={error} isOptional={isOptional} name={select.name}>
      {(wiring) => (
        <select {...wiring} className={classes("control", className)} {...select}>
          {options.map((option) => (
            <option key={option.value} value={option.value}>
              {option.label}
            </option>
          ))}
        </select>
      )}
    </Field>
  );
}

type CheckboxFieldProps = Pick<FieldProps, "label" | "error"> &
  Omit<ComponentProps<"input">, "id" | "className">;

export function CheckboxField({ label, error, ...input }: CheckboxFieldProps) {
  const id = useId();
  const found = useFieldError(input.name, error);
  return (
    <div>
      <label htmlFor={id} className="flex min-h-11 items-center gap-3">
        <input
          id={id}
          type="checkbox"
          aria-invalid={found ? true : undefined}
          aria-describedby={found && `${id}-error`}
          className="size-5 shrink-0 accent-pine"
          {...input}
        />
        {label}
      </label>
      {found && <ErrorLine id={`${id}-error`}>{found}</ErrorLine>}
    </div>
  );
}

const ErrorLine = ({ id, children }: { id: string; children: string }) => (
  <p id={id} className="flex items-start gap-1.5 text-14 text-vermilion">
    <CircleAlert size={16} aria-hidden className="mt-0.5 shrink-0" />
    {children}
  </p>
);
