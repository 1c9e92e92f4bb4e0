import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { isDay } from "../../contract/dates.ts";
import { type Round, ROUNDS, twoDigits } from "../../contract/orders/rules.ts";
import { useToday } from "../lib/clock.ts";
import type { ApiReply } from "../lib/client.ts";
import { formatDay, formatTime } from "../lib/format.ts";
import { houseName } from "../lib/house-name.ts";
import { useMessages } from "../lib/messages.ts";
import { apiQuery } from "../lib/query.ts";
import { NumberField, SelectField, TextField } from "../ui/field.tsx";
import type { FieldErrors } from "../ui/form.tsx";
import { FormDialog } from "../ui/form-dialog.tsx";
import { type EnteredResult, useSaveResult } from "./entered-results.ts";
import { readResult } from "./result-form-data.ts";

type House = ApiReply<"GET /houses">[number];

interface ResultFormProps {
  /** The result to edit; undefined to add a new one. */
  result: EnteredResult | undefined;
  houses: readonly House[];
  onClose: () => void;
}

export function ResultForm({ result, houses, onClose }: ResultFormProps) {
  const { t, language } = useMessages();
  const today = useToday();
  const [draw, setDraw] = useState({
    house_id: result ? String(result.house_id) : "",
    date: result?.date,
  });
  const [errors, setErrors] = useState<FieldErrors>({});
  const { save, isBusy } = useSaveResult(result, { onDone: onClose, onRefused: setErrors });
  const submit = (data: FormData) => {
    const read = readResult(data);
    setErrors("errors" in read ? read.errors : {});
    if ("result" in read) save(read.result);
  };
  const date = draw.date ?? today ?? "";
  return (
    <FormDialog
      isOpen
      title={result ? t("admin.result.edit_title") : t("admin.result.add_title")}
      confirm_label={isBusy ? t("admin.saving") : t("admin.save")}
      onSubmit={submit}
      onClose={onClose}
      isBusy={isBusy}
      errors={errors}
    >
      <SelectField
        label={t("admin.result.house")}
        name="house_id"
        value={draw.house_id}
        onChange={({ target }) => setDraw({ ...draw, house_id: target.value })}
        options={[{ value: "", label: t("admin.result.choose_house") }, ...useOptions(houses)]}
        error={errors["house_id"]}
      />
      <TextField
        label={t("admin.result.date")}
        name="date"
        type="date"
        value={date}
        max={today}
        // The browser's own date format may differ, so the hint repeats the date in ours.
        hint={isDay(date) ? formatDay(date, language) : undefined}
        onChange={({ target }) => setDraw({ ...draw, date: target.value })}
        error={errors["date"]}
      />
      <RoundFields result={result} house_id={draw.house_id} date={date} errors={errors} />
    </FormDialog>
  );
}

interface RoundFieldsProps {
  result: EnteredResult | undefined;
  house_id: string;
  date: string;
  errors: FieldErrors;
}

/** The fields of both numbers. A hint shows until when the booking of a round is still open. */
function RoundFields({ result, house_id, date, errors }: RoundFieldsProps) {
  const { t } = useMessages();
  const hintFor = useRoundHint(house_id, date);
  return (
    <div className={ALIGNED_ROWS}>
      {ROUNDS.map((round) => {
        const name = `${round}_round` as const;
        const number = result?.[name] ?? null;
        return (
          <NumberField
            key={round}
            label={t(`admin.result.${name}`)}
            name={name}
            inputMode="numeric"
            defaultValue={number === null ? "" : twoDigits(number)}
            hint={hintFor(round)}
            error={errors[name]}
            className="min-h-16 text-center text-28 font-semibold"
          />
        );
      })}
    </div>
  );
}

/** Labels, inputs and hints are aligned in rows, even if one label wraps. */
const ALIGNED_ROWS =
  "grid grid-cols-2 grid-rows-[auto_auto_auto] gap-x-4 *:row-span-3 *:grid-rows-subgrid [&_label]:self-end";

function useRoundHint(house_id: string, play_date: string): (round: Round) => string {
  const { t } = useMessages();
  const query = useQuery({
    ...apiQuery("GET /houses/{id}/can-play", { params: { id: house_id }, query: { play_date } }),
    enabled: house_id !== "" && isDay(play_date),
  });
  return (round) => {
    const state = query.data?.[`${round}_round`];
    return state?.open
      ? t("admin.result.open_hint", { time: formatTime(state.closes_at) })
      : t("admin.result.empty_hint");
  };
}

function useOptions(houses: readonly House[]) {
  const { t, language } = useMessages();
  return houses.map((house) => {
    const name = houseName(house, language);
    const label = house.is_active ? name : t("admin.result.inactive_house", { name });
    return { value: String(house.id), label };
  });
}
