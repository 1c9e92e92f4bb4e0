import { sql } from "kysely";
import type { Role } from "../../contract/users/rules.ts";
import { CannotStart } from "../cannot-start.ts";
import type { Db, Tx } from "../db/database.ts";
import { transaction } from "../db/transaction.ts";
import { createAccount, findLogin } from "../users/service.ts";

export const ADMIN_PHONE = "6999999999";

/** Players get consecutive phones from this range, which is far larger than needed. */
const FIRST_PHONE = "6000000001";
const LAST_PHONE = "6000009999";

interface Progress {
  /** The instant that the generation has reached. */
  reached: string;
  /** The phones of the players who have joined so far, without deactivated ones. */
  joined: string[];
}

/**
 * Starts generating demo data by creating its admin, or resumes a run that was interrupted. The
 * table `demo_under_way` records which accounts the demo has created, because other people may have
 * registered with phones of the range while the incomplete data were served.
 *
 * All of its accounts get the new password, since the password of the interrupted run was never
 * shown. Nobody is signed in with them, so that no sessions have to end.
 */
export const begin = (db: Db, first: string, password_hash: string): Promise<Progress> =>
  transaction(db, async (tx) => {
    const { rows: tables } = await sql<{ is_under_way: boolean }>`
      select to_regclass('demo_under_way') is not null as is_under_way
    `.execute(tx);
    if (!tables[0]?.is_under_way) await start(tx, first, password_hash);
    const { rows: accounts } = await sql<{ phone: string; is_active: boolean }>`
      update users
      set password_hash = ${password_hash}
      where id in (select unnest(people) from demo_under_way)
      returning phone, is_active
    `.execute(tx);
    const { rows } = await sql<{ reached: string }>`select reached from demo_under_way`.execute(tx);
    const active = accounts.filter(({ is_active, phone }) => is_active && phone !== ADMIN_PHONE);
    const joined = active.map(({ phone }) => phone).toSorted();
    return { reached: rows[0]?.reached ?? first, joined };
  });

async function start(tx: Tx, first: string, password_hash: string): Promise<void> {
  if (await findLogin(tx, ADMIN_PHONE)) throw new CannotStart("The demo data are there already.");
  await sql`
    create table demo_under_way as
    select ${first}::timestamptz as reached, '{}'::bigint[] as people
  `.execute(tx);
  await makeAccount(tx, "Demo operator", ADMIN_PHONE, "admin", password_hash);
}

/** Creates one more player with the first free phone of the range and returns the phone. */
export const join = (db: Db, full_name: string, password_hash: string): Promise<string> =>
  transaction(db, async (tx) => {
    const { rows } = await sql<{ phone: string }>`
      select phone
      from generate_series(${FIRST_PHONE}::bigint, ${LAST_PHONE}::bigint) as number
      cross join lateral (select number::text as phone) as written
      where not exists (select from users u where u.phone = written.phone)
      order by number
      limit 1
    `.execute(tx);
    const [free] = rows;
    if (!free) throw new Error("all phones of the demo are taken");
    await makeAccount(tx, full_name, free.phone, "user", password_hash);
    return free.phone;
  });

async function makeAccount(
  tx: Tx,
  full_name: string,
  phone: string,
  role: Role,
  password_hash: string,
): Promise<void> {
  const user = { full_name, phone, email: null, language: "en", role, password_hash } as const;
  const { id } = await createAccount(tx, user);
  await sql`update demo_under_way set people = people || ${id}::bigint`.execute(tx);
}
