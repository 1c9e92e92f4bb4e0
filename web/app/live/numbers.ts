import type { QueryClient } from "@tanstack/react-query";
import { addDays, dayInIndia } from "../../../contract/dates.ts";
import type { LiveEvent } from "../../../contract/notifications/schemas.ts";
import type { ApiReply } from "../../lib/client.ts";
import { serverNow } from "../../lib/clock.ts";
import { housesIn } from "../../lib/house-names.ts";

/** A house's numbers of a day, as the `result_published` event carries them. */
export type Published = Extract<LiveEvent, { event: "result_published" }>["data"];

type Latest = ApiReply<"GET /results/latest">;
type Results = ApiReply<"GET /results">;

/**
 * Adds published numbers to the loaded lists of results without a request, so that any number of
 * open screens show them at once.
 */
export function showNumbers(client: QueryClient, published: Published): void {
  client.setQueriesData<Latest>(
    { queryKey: ["GET /results/latest"] },
    (latest) => latest && withLatest(latest, published),
  );
  const nameOf = namesIn(client);
  // Skips lists of another house, of later days, and of admins, which show entered results.
  for (const [key, results] of client.getQueriesData<Results>({ queryKey: ["GET /results"] })) {
    const { house_id, days, published: only } = Object(key[2]);
    const isOfOther = house_id !== undefined && Number(house_id) !== published.house_id;
    const isOfLater = isBefore(published.date, Number(days));
    if (!results || isOfOther || isOfLater || only !== "true") continue;
    const house_name = nameOf(results, published.house_id);
    if (house_name === undefined) continue;
    client.setQueryData<Results>(key, withResult(results, { ...published, house_name }));
  }
}

const withLatest = (latest: Latest, { house_id, ...numbers }: Published): Latest =>
  latest.map((line) =>
    line.house.id === house_id && (line.result?.date ?? "") <= numbers.date
      ? { ...line, result: numbers }
      : line,
  );

/** Inserts a result in order: newest date first, then by name. */
function withResult(results: Results, published: Published & { house_name: string }): Results {
  const isIt = (row: Results[number]) =>
    row.house_id === published.house_id && row.date === published.date;
  const now = serverNow();
  if (now === undefined) return results;
  const published_at = new Date(now).toISOString();
  const before = results.find(isIt);
  const row = {
    ...(before ?? { id: 0, settlement: null, created_at: published_at }),
    ...published,
  };
  const others = results.filter((other) => !isIt(other));
  return [...others, { ...row, is_published: true, published_at }].sort(
    (one, other) =>
      other.date.localeCompare(one.date) || one.house_name.localeCompare(other.house_name),
  );
}

/** Whether a date is before the last `days` days, including today. */
function isBefore(date: string, days: number): boolean {
  const now = serverNow();
  return now !== undefined && date <= addDays(dayInIndia(now), -days);
}

function namesIn(client: QueryClient) {
  const houses = housesIn(client);
  return (results: Results, house_id: number): string | undefined =>
    results.find((row) => row.house_id === house_id)?.house_name ??
    houses.find(({ id }) => id === house_id)?.name;
}
