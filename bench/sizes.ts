/** The sizes of a run. */
export interface Sizes {
  /** How often each measure and its floor are taken; the result is the median. */
  rounds: number;
  /** Enough for one order of every player, as in the minutes before a closing. */
  warm_up_seconds: number;
  seconds: number;
  players: number;
  settled_orders: number;
  many_orders: number;
  rush_seconds: number;
  overload_seconds: number;
  overload_clients: number;
  screens: number;
}

export const FULL: Sizes = {
  rounds: 5,
  warm_up_seconds: 3,
  seconds: 4,
  players: 20_000,
  settled_orders: 200_000,
  many_orders: 10_000_000,
  rush_seconds: 60,
  overload_seconds: 5,
  overload_clients: 12_000,
  screens: 3_000,
};

/** Only checks that everything runs; its figures mean nothing. */
export const QUICK: Sizes = {
  rounds: 1,
  warm_up_seconds: 0.2,
  seconds: 0.5,
  players: 500,
  settled_orders: 5_000,
  many_orders: 50_000,
  rush_seconds: 2,
  overload_seconds: 1,
  overload_clients: 1_000,
  screens: 100,
};
