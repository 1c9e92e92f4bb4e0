import { sql } from "kysely";
import { describe, expect, test } from "vitest";
import { useDatabase } from "../testing/database.ts";
import { aHouse } from "../testing/makers.ts";
import { untilWaiting } from "../testing/waiting.ts";
import { ensureDraw } from "./service.ts";

const database = useDatabase();

async function drawsOf(house_id: number) {
  const { rows } = await sql`
    select play_date, first_closes_at, second_closes_at
    from draws
    where house_id = ${house_id}
    order by play_date
  `.execute(database.db);
  return rows;
}

describe("a draw", () => {
  test("is created once, with closing times 15 minutes before the rounds", async () => {
    const times = { first_round_time: "4:11 PM", second_round_time: "17:01" };
    const house = await aHouse(database.db, times);
    await Promise.all(
      Array.from({ length: 20 }, () => ensureDraw(database.db, house.id, "2026-11-20")),
    );
    expect(await drawsOf(house.id)).toEqual([
      {
        play_date: "2026-11-20",
        first_closes_at: "2026-11-20T10:26:00.000Z",
        second_closes_at: "2026-11-20T11:16:00.000Z",
      },
    ]);
  });

  test("creates the partition of the orders table for its month", async () => {
    const house = await aHouse(database.db);
    await Promise.all(
      ["2027-02-01", "2027-02-28", "2026-12-31", "2027-01-01"].map((date) =>
        ensureDraw(database.db, house.id, date),
      ),
    );
    const { rows } = await sql<{ name: string }>`
      select inhrelid::regclass::text as name
      from pg_inherits
      where inhparent = 'orders'::regclass
    `.execute(database.db);
    const names = rows.map(({ name }) => name);
    expect(names).toEqual(
      expect.arrayContaining(["orders_2026_12", "orders_2027_01", "orders_2027_02"]),
    );
  });

  test("with a round just after midnight closes on the evening before", async () => {
    const house = await aHouse(database.db, { first_round_time: "12:05 AM" });
    await ensureDraw(database.db, house.id, "2027-01-01");
    expect(await drawsOf(house.id)).toMatchObject([
      { first_closes_at: "2026-12-31T18:20:00.000Z" },
    ]);
  });

  test("is not created for an unknown house", async () => {
    await expect(ensureDraw(database.db, 999_999, "2026-11-20")).rejects.toMatchObject({
      code: "not_found",
    });
  });

  test("is created by the next request when the first one failed", async () => {
    const { db } = database;
    const house = await aHouse(db);
    await sql`
      alter table draws add constraint broken check (house_id <> ${sql.lit(house.id)}) not valid
    `.execute(db);
    await expect(ensureDraw(db, house.id, "2026-11-20")).rejects.toThrow("broken");
    await sql`alter table draws drop constraint broken`.execute(db);
    await ensureDraw(db, house.id, "2026-11-20");
    expect(await drawsOf(house.id)).toHaveLength(1);
  });

  test("waits for a concurrent edit of its house and takes the new times", async () => {
    const house = await aHouse(database.db);
    const creating = await database.db.transaction().execute(async (tx) => {
      await sql`update houses set first_round_time = '1:00 PM' where id = ${house.id}`.execute(tx);
      const draw = ensureDraw(database.db, house.id, "2026-11-20");
      await untilWaiting(database.db, 1);
      return [draw] as const;
    });
    await Promise.all(creating);
    expect(await drawsOf(house.id)).toMatchObject([
      { first_closes_at: "2026-11-20T07:15:00.000Z" },
    ]);
  });

  test("is created without waiting for a transaction that reads orders", async () => {
    const house = await aHouse(database.db);
    await database.db.transaction().execute(async (reader) => {
      await sql`select from orders limit 1`.execute(reader);
      await ensureDraw(database.db, house.id, "2027-06-01");
    });
    const { rows } = await sql<{ indexes: number }>`
      select count(*)::integer as indexes
      from pg_index
      where indrelid = any (array['orders', 'orders_2027_06']::regclass[])
      group by indrelid
    `.execute(database.db);
    const [parent, ...partition] = rows;
    expect(partition).toEqual([parent]);
  });
});
