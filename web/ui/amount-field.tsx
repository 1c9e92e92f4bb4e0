import { formatRupees } from "../lib/format.ts";
import { NumberField, type TextFieldProps } from "./field.tsx";

export interface QuickAmount {
  amount: number;
  /** In place of the amount itself. */
  label?: string;
}

interface AmountFieldProps extends Omit<TextFieldProps, "value" | "onChange" | "min" | "max"> {
  /** What was typed. */
  value: string;
  onChange: (value: string) => void;
  min: number;
  max: number;
  /** Amounts that one tap fills in. */
  quick?: readonly QuickAmount[];
}

/** An amount in rupees, with those most often given a tap away. */
export function AmountField({ value, onChange, quick = [], ...field }: AmountFieldProps) {
  return (
    <div className="grid gap-2">
      <NumberField
        prefix="₹"
        type="number"
        step="0.01"
        value={value}
        onChange={({ target }) => onChange(target.value)}
        // Turning the wheel over a number would change it unseen.
        onWheel={({ currentTarget }) => currentTarget.blur()}
        className="min-h-13 text-20 font-semibold [appearance:textfield] [&::-webkit-inner-spin-button]:appearance-none"
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
