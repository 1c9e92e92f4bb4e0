import { sql } from "kysely";
import type { Role } from "../../contract/users/rules.ts";
import { CannotStart } from "../cannot-start.ts";
import type { Db, Tx } from "../db/database.ts";
import { transaction } from "../db/transaction.ts";
import { createAccount, findLogin } from "../users/service.ts";

export const ADMIN_PHONE = "6999999999";

/** Players join under one phone after the other, far fewer than there are. */
const FIRST_PHONE = "6000000001";
const LAST_PHONE = "6000009999";

interface Filling {
  /** The instant that it has reached. */
  reached: string;
  /** The phones of the players who have joined. */
  joined: string[];
}

/**
 * Begins a filling with its admin, or goes on with one that was broken off. It keeps which accounts
 * it has made: while what there is was served, strangers may have come, with such phones too.
 *
 * Everybody whom it has made gets the new password, for nobody was told the earlier one. Nobody is
 * signed in with these accounts, so that their rows may be written without ending sessions.
 */
export const begin = (db: Db, first: string, password_hash: string): Promise<Filling> =>
  transaction(db, async (tx) => {
    const { rows: tables } = await sql<{ is_under_way: boolean }>`
      select to_regclass('demo_under_way') is not null as is_under_way
    `.execute(tx);
    if (!tables[0]?.is_under_way) await beginAnew(tx, first, password_hash);
    const { rows: people } = await sql<{ phone: string }>`
      update users
      set password_hash = ${password_hash}
      where id in (select unnest(people) from demo_under_way)
      returning phone
    `.execute(tx);
    const { rows } = await sql<{ reached: string }>`select reached from demo_under_way`.execute(tx);
    const phones = people.map(({ phone }) => phone).toSorted();
    const joined = phones.filter((phone) => phone !== ADMIN_PHONE);
    return { reached: rows[0]?.reached ?? first, joined };
  });

async function beginAnew(tx: Tx, first: string, password_hash: string): Promise<void> {
  if (await findLogin(tx, ADMIN_PHONE)) throw new CannotStart("The demo data are there already.");
  await sql`
    create table demo_under_way as
    select ${first}::timestamptz as reached, '{}'::bigint[] as people
  `.execute(tx);
  await makeAccount(tx, "Demo operator", ADMIN_PHONE, "admin", password_hash);
}

/** One player more, under the first phone that nobody has; answers it. */
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
    if (!free) throw new Error("there are more phones than players");
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
