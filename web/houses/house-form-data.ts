import { parseClockTime } from "../../contract/dates.ts";
import { LARGEST_MAX_PLAY } from "../../contract/houses/rules.ts";
import { LANGUAGES } from "../../contract/languages.ts";
import { changesOf } from "../lib/changes.ts";
import type { ApiReply } from "../lib/client.ts";
import type { MessageKey } from "../lib/messages.ts";
import type { CallRequest } from "../lib/call.ts";
import { textOf } from "../ui/form.tsx";

type House = ApiReply<"GET /houses">[number];
export type NewHouse = CallRequest<"POST /houses">["body"];
type HouseChanges = CallRequest<"PUT /houses/{id}">["body"];

/** The languages for which a house may have a translated name. */
export const NAME_LANGUAGES = LANGUAGES.filter((language) => language !== "en");

/** The house in the form, or the message key of the error of each invalid field. */
export function readHouse(
  data: FormData,
): { house: NewHouse } | { errors: Record<string, MessageKey> } {
  const text = (name: string) => textOf(data, name).trim();
  const [min_play, max_play] = [limitOf(text("min_play")), limitOf(text("max_play"))];
  const errors = {
    ...missingErrors(text),
    ...timeErrors(text("first_round_time"), text("second_round_time")),
    ...limitErrors(min_play, max_play),
  };
  if (Object.keys(errors).length > 0) return { errors };
  return {
    house: {
      name: text("name"),
      name_translations: Object.fromEntries(
        NAME_LANGUAGES.map((language) => [language, text(`name_${language}`) || null]),
      ),
      location: text("location"),
      first_round_time: text("first_round_time"),
      second_round_time: text("second_round_time"),
      min_play,
      max_play,
      is_active: data.get("is_active") !== null,
    },
  };
}

/** The fields that were changed in the form, and of the translated names only the changed ones. */
export function changesOfHouse(
  house: House,
  { name_translations: names, ...typed }: NewHouse,
): HouseChanges {
  const opened = Object.fromEntries(
    NAME_LANGUAGES.map((language) => [language, house.name_translations[language] || null]),
  );
  const renamed = changesOf(opened, { ...names });
  return {
    ...changesOf<Omit<NewHouse, "name_translations">>(house, typed),
    ...(Object.keys(renamed).length > 0 ? { name_translations: renamed } : {}),
  };
}

type Errors = Record<string, MessageKey>;

const REQUIRED = ["name", "location", "first_round_time", "second_round_time"] as const;

const missingErrors = (text: (name: string) => string): Errors =>
  Object.fromEntries(
    REQUIRED.filter((name) => text(name) === "").map((name) => [name, "admin.required"]),
  );

/** Empty times are skipped here: they already have the error for a required field. */
function timeErrors(first: string, second: string): Errors {
  const [first_minutes, second_minutes] = [parseClockTime(first), parseClockTime(second)];
  const invalid = "error.invalid_clock_time";
  return {
    ...(first !== "" && first_minutes === undefined ? { first_round_time: invalid } : {}),
    ...(second !== "" && second_minutes === undefined ? { second_round_time: invalid } : {}),
    ...(first_minutes !== undefined &&
    second_minutes !== undefined &&
    second_minutes <= first_minutes
      ? { second_round_time: "error.rounds_out_of_order" }
      : {}),
  };
}

function limitErrors(min: number | undefined, max: number | undefined): Errors {
  return {
    ...(min === undefined ? { min_play: "admin.house.limit_invalid" } : {}),
    ...(max === undefined ? { max_play: "admin.house.limit_invalid" } : {}),
    ...(min !== undefined && max !== undefined && max < min
      ? { max_play: "error.limits_out_of_order" }
      : {}),
  };
}

function limitOf(text: string): number | undefined {
  const rupees = /^\d{1,9}$/.test(text) ? Number(text) : 0;
  return rupees >= 1 && rupees <= LARGEST_MAX_PLAY ? rupees : undefined;
}
