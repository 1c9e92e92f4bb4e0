import { isDay } from "../../contract/dates.ts";
import { changesOf } from "../lib/changes.ts";
import type { ApiReply } from "../lib/client.ts";
import type { MessageKey } from "../lib/messages.ts";
import type { CallRequest } from "../lib/call.ts";
import { textOf } from "../ui/form.tsx";

type EnteredResult = ApiReply<"GET /results">[number];
export type NewResult = CallRequest<"POST /results">["body"];

/** The result in the form, or the message key of the error of each invalid field. */
export function readResult(
  data: FormData,
): { result: NewResult } | { errors: Record<string, MessageKey> } {
  const text = (name: string) => textOf(data, name).trim();
  const [first_round, second_round] = [
    numberOf(text("first_round")),
    numberOf(text("second_round")),
  ];
  const errors: Record<string, MessageKey> = {
    ...(text("house_id") === "" ? { house_id: "admin.required" } : {}),
    ...(isDay(text("date")) ? {} : { date: "admin.required" }),
    ...(first_round === undefined ? { first_round: "admin.result.number_invalid" } : {}),
    ...(second_round === undefined ? { second_round: "admin.result.number_invalid" } : {}),
    ...(first_round === null && second_round === null
      ? { first_round: "error.no_round_given" }
      : {}),
  };
  if (Object.keys(errors).length > 0) return { errors };
  return {
    result: {
      house_id: Number(text("house_id")),
      date: atMidnight(text("date")),
      first_round,
      second_round,
    },
  };
}

/** The fields that were changed in the form. */
export const changesOfResult = (
  { house_id, date, first_round, second_round }: EnteredResult,
  typed: NewResult,
): Partial<NewResult> =>
  changesOf<NewResult>({ house_id, date: atMidnight(date), first_round, second_round }, typed);

const atMidnight = (day: string): string => `${day}T00:00:00`;

/** Parses a number from 0 to 99; null for an empty text, undefined for an invalid one. */
function numberOf(text: string): number | null | undefined {
  if (text === "") return null;
  return /^\d{1,2}$/.test(text) ? Number(text) : undefined;
}
