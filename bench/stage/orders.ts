import type pg from "pg";

/** A draw whose rounds have closed. */
export interface PastDraw {
  id: number;
  play_date: string;
}

/** Creates the draw of a house on a day and the partition for its orders. */
export async function seedDraw(
  client: pg.Client,
  house_id: number,
  play_date: string,
): Promise<PastDraw> {
  await client.query("select make_order_partition($1)", [play_date]);
  const { rows } = await client.query<{ id: string }>(
    `insert into draws (house_id, play_date, first_closes_at, second_closes_at)
     values ($1, $2::date, ($2 || 'T14:45+05:30')::timestamptz, ($2 || 'T19:45+05:30')::timestamptz)
     on conflict (house_id, play_date) do update set house_id = excluded.house_id
     returning id`,
    [house_id, play_date],
  );
  return { id: Number(rows[0]?.id), play_date };
}

/**
 * Prepares orders of all players in turn in a staging table: three direct plays, a house play and
 * an ending play on the first round, ₹10 each, so that 21 in 100 win with any number. Keys are in
 * the order of the ids, because the web app's keys are in the order of time.
 */
export async function stageOrders(client: pg.Client, draw: PastDraw, count: number): Promise<void> {
  const { rows } = await client.query<{ first: string }>(
    `select setval('order_ids', nextval('order_ids') + $1) - $1 as first`,
    [count],
  );
  await client.query("drop table if exists staged_orders");
  await client.query(`create temp table staged_orders (like orders, balance_paise bigint)`);
  await client.query(
    `insert into staged_orders (${orderColumns}, balance_paise)
     select
       $1::bigint + n, w.user_id, $2, 5000, 0, w.sequence + turn + 1,
       $3::date + interval '4 hours' + n * interval '1 millisecond', null, $3::date, 1, 1,
       (lpad(to_hex($1::bigint + n), 12, '0') || '-7' || right(gen_random_uuid()::text, 21))::uuid,
       array[direct, (direct + 33) % 100, (direct + 67) % 100, 200 + house, 220 + ending],
       '{1000, 1000, 1000, 1000, 1000}', null,
       w.balance_paise - (turn + 1) * 5000
     from (select min(id) as first_user, count(*) as players from users where role = 'user') u
     cross join generate_series(0, $4::integer - 1) n
     cross join lateral (
       select
         n / u.players as turn, floor(random() * 100)::integer as direct,
         floor(random() * 10)::integer as house, floor(random() * 10)::integer as ending
     ) chosen
     join wallets w on w.user_id = u.first_user + n % u.players
     order by n`,
    [rows[0]?.first, draw.id, draw.play_date, count],
  );
}

/** The floor of settlement: inserts the staged orders with one statement. */
export async function insertStagedOrders(client: pg.Client): Promise<void> {
  await client.query(
    `insert into orders (${orderColumns})
     select ${orderColumns}
     from staged_orders`,
  );
}

const orderColumns = `
  id, user_id, draw_id, total_paise, won_paise, ledger_sequence, created_at, cancelled_at,
  play_date, rates_version, parts, idempotency_key, codes, stakes_paise, cancel_reason`;

/** Writes all other rows of placing the staged orders, so that the books balance. */
export async function bookStagedOrders(client: pg.Client): Promise<void> {
  await client.query(
    `insert into ledger (
       user_id, sequence, kind, amount_paise, balance_after_paise, draw_id, order_id, created_at
     )
     select
       user_id, ledger_sequence, 'play', -total_paise, balance_paise, draw_id, id, created_at
     from staged_orders`,
  );
  await client.query(
    `update wallets w
     set balance_paise = s.balance_paise, sequence = s.sequence
     from (
       select user_id, min(balance_paise) as balance_paise, max(ledger_sequence) as sequence
       from staged_orders
       group by user_id
     ) s
     where w.user_id = s.user_id`,
  );
  await client.query(
    `insert into house_side as h (draw_id, lane, staked_paise, placed_orders)
     select draw_id, 0, sum(total_paise), count(*) from staged_orders group by draw_id
     on conflict (draw_id, lane)
     do update set
       staked_paise = h.staked_paise + excluded.staked_paise,
       placed_orders = h.placed_orders + excluded.placed_orders`,
  );
  await client.query("drop table staged_orders");
}

/** Fills a draw with placed orders. */
export async function seedOrders(client: pg.Client, draw: PastDraw, count: number): Promise<void> {
  await stageOrders(client, draw, count);
  await insertStagedOrders(client);
  await bookStagedOrders(client);
}
