import type { OrderNumbers } from "../../contract/orders/schemas.ts";
import { numbersOf, type Round, ROUNDS, twoDigits } from "../../contract/orders/rules.ts";

/**
 * The play slip: everything a player has filled in for one house and date, as it was typed. Every
 * function that changes a slip returns a new one and reuses the parts that it does not change.
 */
export const GRID_TYPES = ["direct", "house", "ending"] as const;
export type GridType = (typeof GRID_TYPES)[number];

/** One grid of numbers: a bet type in one round. */
export interface Grid {
  type: GridType;
  round: Round;
}

/** The chosen numbers of a grid, each with its amount; an empty string means no amount yet. */
export type Picks = Readonly<Record<number, string>>;

/** Two numbers and an amount; each is an empty string until the player fills it in. */
export interface ForecastRow {
  first: string;
  second: string;
  amount: string;
}

export type Slip = Readonly<Record<GridType, Readonly<Record<Round, Picks>>>> & {
  /** Never empty, so that the form always has a row to fill in. */
  forecast: readonly ForecastRow[];
};

const EMPTY_ROW: ForecastRow = { first: "", second: "", amount: "" };
const NO_PICKS = { first: {}, second: {} };

export const EMPTY_SLIP: Slip = {
  direct: NO_PICKS,
  house: NO_PICKS,
  ending: NO_PICKS,
  forecast: [EMPTY_ROW],
};

export const picksOf = (slip: Slip, { type, round }: Grid): Picks => slip[type][round];

/** The chosen numbers in ascending order. */
export const chosenIn = (picks: Picks): number[] => Object.keys(picks).map(Number);

export const isChosen = (picks: Picks, number: number): boolean => Object.hasOwn(picks, number);

export const isEmptySlip = (slip: Slip): boolean =>
  GRID_TYPES.every((type) => ROUNDS.every((round) => chosenIn(slip[type][round]).length === 0)) &&
  slip.forecast.every(isEmptyRow);

/** The digits as a grid shows them: two for a direct number, one for a house or an ending. */
export const digitsOf = (type: GridType, number: number): string =>
  type === "direct" ? twoDigits(number) : String(number);

/** Chooses a number without an amount, or removes it together with its amount. */
export const toggleNumber = (slip: Slip, grid: Grid, number: number): Slip =>
  isChosen(picksOf(slip, grid), number)
    ? removeNumber(slip, grid, number)
    : setAmount(slip, grid, number, "");

export const setAmount = (slip: Slip, grid: Grid, number: number, amount: string): Slip =>
  withPicks(slip, grid, { ...picksOf(slip, grid), [number]: amount });

export function removeNumber(slip: Slip, grid: Grid, number: number): Slip {
  const { [number]: _, ...others } = picksOf(slip, grid);
  return withPicks(slip, grid, others);
}

export const clearGrid = (slip: Slip, grid: Grid): Slip => withPicks(slip, grid, {});

/** Sets the same amount on every chosen number of a grid. */
export function applyToAll(slip: Slip, grid: Grid, amount: string): Slip {
  const numbers = chosenIn(picksOf(slip, grid));
  return withPicks(slip, grid, Object.fromEntries(numbers.map((number) => [number, amount])));
}

/** Adds numbers to a grid. A number that is added without an amount keeps its current amount. */
export function addNumbers(slip: Slip, grid: Grid, added: Picks): Slip {
  const picks = { ...picksOf(slip, grid) };
  for (const number of chosenIn(added)) picks[number] = added[number] || (picks[number] ?? "");
  return withPicks(slip, grid, picks);
}

/** Chooses `count` more numbers at random. `random` works like Math.random. */
export function quickPick(
  slip: Slip,
  grid: Grid,
  count: number,
  amount: string,
  random: () => number,
): Slip {
  const picks = picksOf(slip, grid);
  const free = Array.from({ length: numbersOf(grid.type) }, (_, number) => number).filter(
    (number) => !isChosen(picks, number),
  );
  const added: Record<number, string> = {};
  for (let left = Math.min(count, free.length); left > 0; left -= 1) {
    for (const number of free.splice(Math.floor(random() * free.length), 1)) added[number] = amount;
  }
  return addNumbers(slip, grid, added);
}

/**
 * Moves all picks of the first round to the second. Picks that are there already stay as they are.
 */
export const moveToSecondRound = (slip: Slip): Slip => ({
  ...gridsOf((type, round) =>
    round === "first" ? {} : { ...slip[type].first, ...slip[type].second },
  ),
  forecast: slip.forecast,
});

export const addForecast = (slip: Slip, row: ForecastRow = EMPTY_ROW): Slip => ({
  ...slip,
  forecast: [...slip.forecast, row],
});

/** Appends rows and drops the rows that are still empty. */
export const addForecasts = (slip: Slip, rows: readonly ForecastRow[]): Slip => ({
  ...slip,
  forecast: atLeastOneRow([...slip.forecast.filter((row) => !isEmptyRow(row)), ...rows]),
});

export const setForecast = (slip: Slip, index: number, change: Partial<ForecastRow>): Slip => ({
  ...slip,
  forecast: slip.forecast.map((row, at) => (at === index ? { ...row, ...change } : row)),
});

export const removeForecast = (slip: Slip, index: number): Slip => ({
  ...slip,
  forecast: atLeastOneRow(slip.forecast.filter((_, at) => at !== index)),
});

/** The slip that would place the same plays again. */
export function slipOfOrder(numbers: OrderNumbers): Slip {
  const inRound = (type: GridType, round: Round): Picks =>
    Object.fromEntries(
      numbers[type]
        .filter((entry) => entry.round === round)
        .map(({ number, amount }) => [number, String(amount)]),
    );
  return {
    ...gridsOf(inRound),
    forecast: atLeastOneRow(
      numbers.forecast.map(({ first, second, amount }) => ({
        first: twoDigits(first),
        second: twoDigits(second),
        amount: String(amount),
      })),
    ),
  };
}

/** All grids of a slip, each with the picks that `picksIn` gives. */
export function gridsOf(picksIn: (type: GridType, round: Round) => Picks): Omit<Slip, "forecast"> {
  const inBoth = (type: GridType) => ({
    first: picksIn(type, "first"),
    second: picksIn(type, "second"),
  });
  return { direct: inBoth("direct"), house: inBoth("house"), ending: inBoth("ending") };
}

/** Removes the lines that are also, with the same amount, in another slip. */
export function withoutLines(slip: Slip, others: Slip): Slip {
  const inRound = (type: GridType, round: Round): Picks =>
    Object.fromEntries(
      Object.entries(slip[type][round]).filter(
        ([number, amount]) => others[type][round][Number(number)] !== amount,
      ),
    );
  return {
    ...gridsOf(inRound),
    forecast: atLeastOneRow(
      slip.forecast.filter((row) => !others.forecast.some((other) => isSameRow(row, other))),
    ),
  };
}

const isSameRow = (a: ForecastRow, b: ForecastRow): boolean =>
  a.first === b.first && a.second === b.second && a.amount === b.amount;

const isEmptyRow = ({ first, second, amount }: ForecastRow): boolean =>
  first === "" && second === "" && amount === "";

const atLeastOneRow = (rows: readonly ForecastRow[]) => (rows.length > 0 ? rows : [EMPTY_ROW]);

const withPicks = (slip: Slip, { type, round }: Grid, picks: Picks): Slip => ({
  ...slip,
  [type]: { ...slip[type], [round]: picks },
});
