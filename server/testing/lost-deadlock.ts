import { sql } from "kysely";
import { type Db, theRow } from "../db/database.ts";

/**
 * Makes the next write to the house side fail as if its transaction had lost a deadlock. Returns
 * how to count the tries. Once for each database.
 */
export async function loseOneDeadlock(db: Db): Promise<() => Promise<number>> {
  await sql`create sequence tries`.execute(db);
  await sql`
    create function lose() returns boolean language plpgsql as $$
    begin
      if nextval('tries') = 1 then raise 'lost' using errcode = 'deadlock_detected'; end if;
      return true;
    end $$
  `.execute(db);
  await sql`alter table house_side add constraint lost check (lose()) not valid`.execute(db);
  return async () => {
    const { rows } = await sql<{ tries: number }>`select last_value as tries from tries`.execute(
      db,
    );
    return theRow(rows).tries;
  };
}
