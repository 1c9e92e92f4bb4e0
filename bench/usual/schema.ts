import type pg from "pg";
import { tokenOf } from "../stage/players.ts";

const SCHEMA = `
  create table users (id bigint generated always as identity primary key, phone text unique);
  create table sessions (
    token_hash bytea primary key,
    user_id bigint not null references users,
    expires_at timestamptz not null
  );
  create table wallets (
    user_id bigint primary key references users,
    balance bigint not null check (balance >= 0)
  );
  create table draws (
    id bigint generated always as identity primary key,
    house_id bigint not null,
    play_date date not null,
    closes_at timestamptz not null,
    unique (house_id, play_date)
  );
  create table orders (
    id bigint generated always as identity primary key,
    user_id bigint not null references users,
    draw_id bigint not null references draws,
    total bigint not null,
    status text not null default 'pending',
    idempotency_key uuid not null,
    created_at timestamptz not null default now(),
    unique (user_id, idempotency_key)
  );
  create index on orders (draw_id);
  create table plays (
    id bigint generated always as identity primary key,
    order_id bigint not null references orders,
    type text not null,
    round text,
    number smallint,
    second_number smallint,
    amount bigint not null
  );
  create index on plays (order_id);
  create table bank (id int primary key, balance bigint not null);
  create table ledger (
    id bigint generated always as identity primary key,
    user_id bigint references users,
    order_id bigint not null references orders,
    amount bigint not null,
    created_at timestamptz not null default now()
  );
  create index on ledger (user_id, id);
`;

/** Creates players with sessions and balances, and an open draw for each house. */
export async function prepareUsual(
  client: pg.Client,
  players: number,
  house_ids: number[],
  play_date: string,
): Promise<void> {
  await client.query(SCHEMA);
  await client.query(
    `with joined as (
       insert into users (phone) select n from generate_series(0, $1::integer - 1) n
       returning id, phone
     ),
     opened as (insert into wallets (user_id, balance) select id, 1000000000 from joined)
     insert into sessions (user_id, token_hash, expires_at)
     select id, sha256(convert_to($2 || phone, 'UTF8')), now() + interval '1 day' from joined`,
    [players, tokenOf(0).slice(0, -1)],
  );
  await client.query(
    `insert into draws (house_id, play_date, closes_at)
     select house_id, $2, now() + interval '1 day' from unnest($1::bigint[]) house_id`,
    [house_ids, play_date],
  );
  await client.query("insert into bank values (1, 0)");
  await client.query("analyze");
}
