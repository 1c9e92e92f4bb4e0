import { sql } from "kysely";
import { wholeRupees } from "../../contract/money.ts";
import type { Role } from "../../contract/users/rules.ts";
import { stopClock } from "../db/clock.ts";
import { type Db, theRow, type Tx } from "../db/database.ts";
import { transaction } from "../db/transaction.ts";
import type { Actor } from "../http/access.ts";
import { moveMoney, openWallet } from "../wallet/service.ts";

/** The password of every account that these makers create, and its hash. */
export const PASSWORD = "secret123";
const PASSWORD_HASH =
  "$argon2id$v=19$m=19456,t=2,p=1$vDITXtOnUdaHRu9WP3+mmw$WQu0PB1an/jGnpu/8TVB5by3ttaRQeB37lIaEdRF+os";

export interface Player {
  id: number;
  full_name: string;
  phone: string;
}

interface PlayerOptions {
  full_name?: string;
  phone?: string;
  role?: Role;
  /** Whole rupees, credited by an approved deposit. Defaults to no money. */
  balance?: number;
}

let players_created = 0;

/** Creates an account with its wallet. Each account has a different phone. */
export function aPlayer(db: Db, options: PlayerOptions = {}): Promise<Player> {
  players_created += 1;
  const full_name = options.full_name ?? `Player ${players_created}`;
  const phone = options.phone ?? String(7_000_000_000 + players_created);
  return transaction(db, async (tx) => {
    const { rows } = await sql<Player>`
      insert into users (full_name, phone, language, role, password_hash)
      values (${full_name}, ${phone}, 'en', ${options.role ?? "user"}, ${PASSWORD_HASH})
      returning id, full_name, phone
    `.execute(tx);
    const player = theRow(rows);
    await openWallet(tx, player.id);
    if (options.balance) await deposit(tx, player.id, options.balance);
    return player;
  });
}

export const anAdmin = (db: Db, options: PlayerOptions = {}): Promise<Player> =>
  aPlayer(db, { ...options, role: "admin" });

/** The actor that a service receives when this admin makes a call. */
export const actorOf = ({ id }: Pick<Player, "id">): Actor => ({
  id,
  address: "127.0.0.1",
  user_agent: null,
});

async function deposit(tx: Tx, user_id: number, rupees: number): Promise<void> {
  const amount_paise = wholeRupees(rupees);
  const { rows } = await sql<{ id: number }>`
    insert into payments (user_id, kind, amount_paise, status, decided_at)
    values (${user_id}, 'deposit', ${amount_paise}, 'approved', clock_now())
    returning id
  `.execute(tx);
  await moveMoney(tx, { user_id, kind: "deposit", amount_paise, payment_id: theRow(rows).id });
}

export interface TestHouse {
  id: number;
  name: string;
}

interface HouseOptions {
  name?: string;
  first_round_time?: string;
  second_round_time?: string;
  /** Whole rupees. */
  min_play?: number;
  max_play?: number;
  is_active?: boolean;
}

let houses_created = 0;

/**
 * Creates a house. Defaults to rounds at 3 and 8 PM, stakes from ₹10 to ₹10,000, and a name that no
 * other house has.
 */
export async function aHouse(db: Db, options: HouseOptions = {}): Promise<TestHouse> {
  houses_created += 1;
  const house = {
    name: `House ${houses_created}`,
    first_round_time: "3:00 PM",
    second_round_time: "8:00 PM",
    min_play: 10,
    max_play: 10_000,
    is_active: true,
    ...options,
  };
  const { rows } = await sql<TestHouse>`
    insert into houses (
      name, location, first_round_time, second_round_time, min_play, max_play, is_active
    )
    values (
      ${house.name}, 'Khanapara', ${house.first_round_time}, ${house.second_round_time},
      ${house.min_play}, ${house.max_play}, ${house.is_active}
    )
    returning id, name
  `.execute(db);
  return theRow(rows);
}

/** Fills a draw with orders of users that do not exist, so that the planner sees many rows. */
export const fillDraw = (db: Db, { id }: TestHouse, date: string, count: number) =>
  sql`
    insert into orders (
      user_id, draw_id, total_paise, ledger_sequence, created_at, play_date, rates_version, parts,
      idempotency_key, codes, stakes_paise
    )
    select
      nobody, id, 1000, 1, now(), play_date, 1, 1, gen_random_uuid(), '{7}', '{1000}'
    from draws
    cross join generate_series(1, ${count}::integer) as nobody
    where house_id = ${id} and play_date = ${date}
  `.execute(db);

/** Stops the product's clock at an instant (ISO with zone) until the next call. */
export const setClock = (db: Db, instant: string): Promise<void> => stopClock(db, instant);
