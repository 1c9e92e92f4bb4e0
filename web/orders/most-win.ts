import { endingDigit, houseDigit, type Play, type Round } from "../../contract/orders/rules.ts";

/** A play with the rate that multiplies its amount when it wins. */
export type RatedPlay = Play & { rate: number };

/**
 * The highest total that plays of one house and date can win, over all possible results. A round
 * has one number, so at most one of its direct plays wins, together with the house and the ending
 * of that number; a forecast wins only with both of its numbers. The result is in the unit of the
 * amounts.
 */
export function mostWin(plays: readonly RatedPlay[]): number {
  const first = winsOfRound(plays, "first");
  const second = winsOfRound(plays, "second");
  // Without a winning forecast the rounds are independent: take the best number of each.
  const best_without_forecast = Math.max(...first) + Math.max(...second);
  const forecasts = winsOfForecasts(plays);
  const wins = [...forecasts.values()].map(
    (pair) => (first[pair.first] ?? 0) + (second[pair.second] ?? 0) + pair.win,
  );
  return Math.max(best_without_forecast, ...wins);
}

/** What each number of a round would pay, forecasts left out. */
function winsOfRound(plays: readonly RatedPlay[], round: Round): number[] {
  return Array.from({ length: 100 }, (_, number) =>
    plays.reduce((sum, play) => {
      const isWin = play.type !== "forecast" && play.round === round && hits(play, number);
      return isWin ? sum + play.amount * play.rate : sum;
    }, 0),
  );
}

function hits(play: Exclude<Play, { type: "forecast" }>, number: number): boolean {
  if (play.type === "house") return play.number === houseDigit(number);
  if (play.type === "ending") return play.number === endingDigit(number);
  return play.number === number;
}

function winsOfForecasts(plays: readonly RatedPlay[]) {
  const pairs = new Map<number, { first: number; second: number; win: number }>();
  for (const play of plays) {
    if (play.type !== "forecast") continue;
    const { first, second } = play;
    const key = first * 100 + second;
    const win = (pairs.get(key)?.win ?? 0) + play.amount * play.rate;
    pairs.set(key, { first, second, win });
  }
  return pairs;
}
