import type { ApiReply } from "../lib/client.ts";
import type { Language } from "../lib/messages.ts";

export type House = ApiReply<"GET /houses">[number];

/** Houses by the name that they have in the person's language, where they have one there. */
export const namedIn = (language: Language, houses: readonly House[]): House[] =>
  houses.map((house) => {
    const names: Names = house.name_translations;
    return { ...house, name: names[language] || house.name };
  });

type Names = { [L in Language]?: string | null | undefined };

/** Results under such names; a house that is not known keeps the name that came. */
export function underNames<Row extends { house_id: number; house_name: string }>(
  houses: readonly House[],
  rows: readonly Row[],
): Row[] {
  const names = new Map(houses.map(({ id, name }) => [id, name]));
  return rows.map((row) => ({ ...row, house_name: names.get(row.house_id) ?? row.house_name }));
}
