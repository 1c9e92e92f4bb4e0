import { endingDigit, houseDigit, type Play, type Round } from "../../contract/orders/rules.ts";

/** A play with what it pays, times its amount. */
export type RatedPlay = Play & { rate: number };

/**
 * The most that plays of one house and date can win together, over all results. A round has one
 * number, so of its direct plays one wins at most, with the house and the ending of that number;
 * a forecast wins only with both of its numbers. In the unit of the amounts.
 */
export function mostWin(plays: readonly RatedPlay[]): number {
  const first = winsOfRound(plays, "first");
  const second = winsOfRound(plays, "second");
  // Of results that are nobody's forecast, the best is the best of each round.
  const without = Math.max(...first) + Math.max(...second);
  const forecasts = winsOfForecasts(plays);
  const wins = [...forecasts.values()].map(
    (pair) => (first[pair.first] ?? 0) + (second[pair.second] ?? 0) + pair.win,
  );
  return Math.max(without, ...wins);
}

/** What each number of a round would pay. */
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
