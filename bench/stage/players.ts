import type pg from "pg";

/** The initial balance of every player, more than they can stake. */
const BALANCE_PAISE = 1_000_000_000;
const FIRST_PHONE = 7_000_000_000;

/** The token of a player's session, which load generators can derive. */
export const tokenOf = (player: number): string => `benchmark-session-of-player-${player}`;

/** The token of the operator's session. */
export const ADMIN_TOKEN = "benchmark-session-of-the-operator";

/**
 * Inserts players with an approved deposit and a session each, and the operator's session. The
 * books balance as if the API had been used. A player's number is the player's user id less the id
 * of the first player, which is returned.
 */
export async function seedPlayers(client: pg.Client, players: number): Promise<void> {
  await client.query(
    `with joined as (
       insert into users (full_name, phone, language, password_hash)
       select 'Player ' || n, ($2::bigint + n)::text, 'en', 'none'
       from generate_series(0, $1::integer - 1) n
       order by n
       returning id, phone
     ),
     paid as (
       insert into payments (user_id, kind, amount_paise, status, decided_at)
       select id, 'deposit', $3::bigint, 'approved', clock_now() from joined order by id
       returning id, user_id
     ),
     opened as (
       insert into wallets (user_id, balance_paise, sequence)
       select id, $3::bigint, 1 from joined
     ),
     written as (
       insert into ledger (user_id, sequence, kind, amount_paise, balance_after_paise, payment_id)
       select user_id, 1, 'deposit', $3::bigint, $3::bigint, id from paid
     )
     insert into sessions (user_id, token_hash, expires_at)
     select
       id, sha256(convert_to($4 || (phone::bigint - $2::bigint), 'UTF8')),
       clock_now() + interval '1 day'
     from joined`,
    [players, FIRST_PHONE, BALANCE_PAISE, tokenOf(0).slice(0, -1)],
  );
  await client.query(
    `insert into sessions (user_id, token_hash, expires_at)
     select id, sha256(convert_to($1, 'UTF8')), clock_now() + interval '1 day'
     from users where role = 'admin'`,
    [ADMIN_TOKEN],
  );
}
