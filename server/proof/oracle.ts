import type { PlayLine } from "../../contract/orders/schemas.ts";

/**
 * A second implementation of the rules, written from docs/domain.md alone, so that the proofs
 * compare the product with code that does not share its mistakes. Amounts are in rupees.
 */
export const RATES = { direct: 80, house: 10, ending: 10, forecast: 400 } as const;

/** The numbers of a draw; null while a round is not published. */
export interface Drawn {
  first: number | null;
  second: number | null;
}

/** What a play wins; undefined while a number that it depends on is not published. */
export function winOf(play: PlayLine, { first, second }: Drawn): number | undefined {
  if (play.type === "forecast") {
    if (first === null || second === null) return undefined;
    const is_right = play.forecast_fr === first && play.forecast_sr === second;
    return is_right ? play.amount * RATES.forecast : 0;
  }
  const drawn = play.round === "first" ? first : second;
  if (drawn === null) return undefined;
  const [tens, ones] = String(drawn).padStart(2, "0");
  const digit = String(play.number);
  switch (play.type) {
    case "direct":
      return play.number === drawn ? play.amount * RATES.direct : 0;
    case "house":
      return digit === tens ? play.amount * RATES.house : 0;
    case "ending":
      return digit === ones ? play.amount * RATES.ending : 0;
  }
}

/** The parts in which a draw is settled. */
export const PARTS = ["first", "second", "forecast"] as const;
export type Part = (typeof PARTS)[number];

/** The part in which a play is settled. */
export const partOfPlay = (play: PlayLine): Part =>
  play.type === "forecast" ? "forecast" : play.round;

/** What the plays of an order win in one part of its draw, once the numbers are published. */
export const winInPart = (plays: readonly PlayLine[], part: Part, drawn: Drawn): number =>
  sumOf(plays.filter((play) => partOfPlay(play) === part).map((play) => winOf(play, drawn) ?? 0));

export const totalOf = (plays: readonly PlayLine[]): number =>
  sumOf(plays.map(({ amount }) => amount));

export const sumOf = (amounts: readonly number[]): number =>
  amounts.reduce((sum, amount) => sum + amount, 0);
