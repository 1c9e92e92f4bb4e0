import { formatRupees } from "../lib/format.ts";
import { NumberField, type TextFieldProps } from "./field.tsx";

export interface QuickAmount {
  amount: number;
  /** Shown instead of the amount. */
  label?: string;
}

interface AmountFieldProps extends Omit<TextFieldProps, "value" | "onChange"> {
  /** The text in the field. */
  value: string;
  onChange: (value: string) => void;
  /** Amounts that can be filled in with one tap. */
  quick?: readonly QuickAmount[];
}

/** A field for an amount in rupees, with buttons for common amounts. */
export function AmountField({ value, onChange, quick = [], ...field }: AmountFieldProps) {
  return (
    <div className="grid gap-2">
      <NumberField
        prefix="₹"
        value={value}
        onChange={({ target }) => onChange(target.value)}
        className="min-h-13 text-20 font-semibold"
        {...field}
      />
      {quick.length > 0 && (
        <div className="flex flex-wrap gap-2">
          {quick.map(({ amount, label }) => (
            <button
              key={amount}
              type="button"
              aria-pressed={Number(value) === amount}
              onClick={() => onChange(String(amount))}
              className="min-h-11 min-w-14 grow rounded-full border border-edge px-1 text-14 font-semibold whitespace-nowrap transition-colors hover:bg-sunken aria-pressed:border-pine aria-pressed:bg-pine-soft aria-pressed:text-pine"
            >
              {label ?? formatRupees(amount)}
            </button>
          ))}
        </div>
      )}
    </div>
  );
}
