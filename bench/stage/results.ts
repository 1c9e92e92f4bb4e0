import type pg from "pg";

const DAYS = 30;
/** More recent days have no results: the settlement measure uses them. */
const NEWEST_DAYS_AGO = 30;

/** Inserts published results of all houses for a month, as in a product in use. */
export async function seedResults(client: pg.Client): Promise<void> {
  await client.query(
    `with published as (
       insert into results (
         house_id, date, first_round, second_round, created_by, published_by, published_at
       )
       select
         h.id, today_in_india() - days, (h.id * 7 + days) % 100, (h.id * 31 + days) % 100,
         u.id, u.id, clock_now()
       from houses h
       cross join generate_series($2::integer, $2 + $1::integer - 1) days
       cross join (select min(id) as id from users where role = 'admin') u
       returning house_id, date, first_round, second_round
     )
     insert into draws (
       house_id, play_date, first_closes_at, second_closes_at, first_number, second_number
     )
     select
       house_id, date, (date || 'T14:45+05:30')::timestamptz,
       (date || 'T19:45+05:30')::timestamptz, first_round, second_round
     from published`,
    [DAYS, NEWEST_DAYS_AGO],
  );
}
