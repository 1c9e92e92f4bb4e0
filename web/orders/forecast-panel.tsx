import { Plus } from "lucide-react";
import { formatRupees } from "../lib/format.ts";
import { useMessages } from "../lib/messages.ts";
import { Button } from "../ui/button.tsx";
import { TextField } from "../ui/field.tsx";
import { useHandsOnFocus } from "../ui/hands-on-focus.ts";
import { buttonOfNextRow } from "../ui/next-row.ts";
import { parseForecasts } from "./paste.ts";
import { QuickTools } from "./quick-tools.tsx";
import {
  addForecast,
  addForecasts,
  type ForecastRow,
  removeForecast,
  setForecast,
} from "./slip.ts";
import { type Limits, StakeInput } from "./stake-input.tsx";
import type { ChangeSlip } from "./use-slip.ts";

interface ForecastPanelProps {
  rows: readonly ForecastRow[];
  limits: Limits;
  /** The row with the invalid amount, if any. */
  invalid_row: number | undefined;
  change: ChangeSlip;
  onRepeat: (() => void) | undefined;
}

/** Any number of forecast rows, each with the numbers of both rounds and an amount. */
export function ForecastPanel({ rows, limits, invalid_row, change, onRepeat }: ForecastPanelProps) {
  const { t } = useMessages();
  const paste = (text: string): string | undefined => {
    const { rows: added, unparsed } = parseForecasts(text);
    if (unparsed.length > 0) return t("play.paste_unread", { text: unparsed.join(" ") });
    if (added.length === 0) return t("play.paste_nothing");
    change((slip) => addForecasts(slip, added));
    return undefined;
  };
  return (
    <div className="grid gap-3">
      {rows.map((row, index) => (
        <ForecastFields
          key={index}
          index={index}
          row={row}
          isInvalid={index === invalid_row}
          change={change}
        />
      ))}
      <p className="text-12 text-quiet">
        {t("play.limits_forecast", {
          min: formatRupees(limits.min),
          max: formatRupees(limits.max),
        })}
      </p>
      <div className="flex flex-wrap gap-2">
        <Button
          kind="secondary"
          icon={<Plus size={16} aria-hidden />}
          onClick={() => change((slip) => addForecast(slip))}
        >
          {t("play.forecast_add")}
        </Button>
        <QuickTools
          counts={[]}
          onQuickPick={() => undefined}
          paste_hint={t("play.paste_hint_forecast")}
          onPaste={paste}
          onRepeat={onRepeat}
        />
      </div>
    </div>
  );
}

interface ForecastFieldsProps {
  index: number;
  row: ForecastRow;
  isInvalid: boolean;
  change: ChangeSlip;
}

function ForecastFields({ index, row, isInvalid, change }: ForecastFieldsProps) {
  const { t } = useMessages();
  const set = (changes: Partial<ForecastRow>) =>
    change((slip) => setForecast(slip, index, changes));
  const fields = useHandsOnFocus<HTMLFieldSetElement>(buttonOfNextRow);
  const digits = { inputMode: "numeric", autoComplete: "off" } as const;
  return (
    <fieldset ref={fields} className="surface min-w-0 p-4">
      <legend className="sr-only">{t("play.forecast", { row: index + 1 })}</legend>
      <div className="grid grid-cols-2 items-end gap-3 sm:grid-cols-[1fr_1fr_1.4fr]">
        <TextField
          label={t("play.forecast_first")}
          placeholder="00–99"
          value={row.first}
          onChange={({ target }) => set({ first: twoDigitsOf(target.value) ?? row.first })}
          className="text-center text-20 font-semibold"
          {...digits}
        />
        <TextField
          label={t("play.forecast_second")}
          placeholder="00–99"
          value={row.second}
          onChange={({ target }) => set({ second: twoDigitsOf(target.value) ?? row.second })}
          className="text-center text-20 font-semibold"
          {...digits}
        />
        <div className="col-span-2 grid content-start gap-1.5 sm:col-span-1">
          <span aria-hidden className="text-14 font-semibold">
            {t("play.forecast_amount")}
          </span>
          <StakeInput
            label={t("play.forecast_amount")}
            spot={{ type: "forecast", row: index }}
            value={row.amount}
            isInvalid={isInvalid}
            onChange={(amount) => set({ amount })}
            remove_label={t("play.forecast_remove", { row: index + 1 })}
            onRemove={() => change((slip) => removeForecast(slip, index))}
          />
        </div>
      </div>
    </fieldset>
  );
}

/** The digits of a typed text; undefined if there are more than two. */
function twoDigitsOf(typed: string): string | undefined {
  const digits = typed.replace(/\D/g, "");
  return digits.length > 2 ? undefined : digits;
}
