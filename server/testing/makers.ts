import { sql } from "kysely";
import { wholeRupees } from "../../contract/money.ts";
import type { Role } from "../../contract/users/rules.ts";
import { stopClock } from "../db/clock.ts";
import { type Db, theRow, type Tx } from "../db/database.ts";
import { transaction } from "../db/transaction.ts";
import type { Actor } from "../http/access.ts";
import { moveMoney, openWallet } from "../wallet/service.ts";

/** The password of every account that is made here, and its hash. */
export const PASSWORD = "secret123";
const PASSWORD_HASH =
  "$argon2id$v=19$m=19456,t=2,p=1$vDITXtOnUdaHRu9WP3+mmw$WQu0PB1an/jGnpu/8TVB5by3ttaRQeB37lIaEdRF+os";

export interface Player {
  id: number;
  full_name: string;
  phone: string;
}

interface PlayerWishes {
  full_name?: string;
  phone?: string;
  role?: Role;
  /** Whole rupees; comes in as an approved deposit. Nothing when absent. */
  balance?: number;
}

let players_made = 0;

/** An account with its wallet. Every one has a phone of its own. */
export function aPlayer(db: Db, wishes: PlayerWishes = {}): Promise<Player> {
  players_made += 1;
  const full_name = wishes.full_name ?? `Player ${players_made}`;
  const phone = wishes.phone ?? String(7_000_000_000 + players_made);
  return transaction(db, async (tx) => {
    const { rows } = await sql<Player>`
      insert into users (full_name, phone, language, role, password_hash)
      values (${full_name}, ${phone}, 'en', ${wishes.role ?? "user"}, ${PASSWORD_HASH})
      returning id, full_name, phone
    `.execute(tx);
    const player = theRow(rows);
    await openWallet(tx, player.id);
    if (wishes.balance) await deposit(tx, player.id, wishes.balance);
    return player;
  });
}

export const anAdmin = (db: Db, wishes: PlayerWishes = {}): Promise<Player> =>
  aPlayer(db, { ...wishes, role: "admin" });

/** As whom a service knows an admin who calls. */
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

interface HouseWishes {
  name?: string;
  first_round_time?: string;
  second_round_time?: string;
  /** Whole rupees. */
  min_play?: number;
  max_play?: number;
  is_active?: boolean;
}

/** A house with rounds at 3 and 8 PM that takes stakes from ₹10 to ₹10,000. */
export async function aHouse(db: Db, wishes: HouseWishes = {}): Promise<TestHouse> {
  const house = {
    name: "Khanapara FC",
    first_round_time: "3:00 PM",
    second_round_time: "8:00 PM",
    min_play: 10,
    max_play: 10_000,
    is_active: true,
    ...wishes,
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

/** Orders of nobody on a draw, for the planner to count. */
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

/** Sets the product's clock to an instant, ISO with zone; it stands there until it is set again. */
export const setClock = (db: Db, instant: string): Promise<void> => stopClock(db, instant);
