import type { House } from "../../contract/houses/schemas.ts";
import type { Api } from "./api.ts";
import type { Random } from "./random.ts";

/** What the demo's days are played with. */
export interface Stage {
  api: Api;
  random: Random;
  /**
   * Moves the product's clock forward to a time of a day in India. Returns false, and moves
   * nothing, when that instant is still in the future.
   */
  moveTo(day: string, time: string): Promise<boolean>;
  /** Creates a player with the demo's password and returns the phone. */
  join(full_name: string): Promise<string>;
  admin: { phone: string; password: string };
  /** The password of every demo player. */
  password: string;
  houses: readonly [House, ...House[]];
  /** Prints a progress message. */
  print: (line: string) => void;
}

export interface DemoPlayer {
  phone: string;
  token: string;
}
