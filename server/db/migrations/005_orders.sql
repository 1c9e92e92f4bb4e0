create sequence order_ids;

-- An order carries its plays as two arrays of one length: a code per selection and its stake.
-- server/orders/codes.ts encodes and decodes them. No foreign keys here and no index on a state:
-- both cost a quarter of the rate of placing, and the invariants look for orphans.
-- An order is settled part by part: 1 the first round, 2 the second, 4 the forecast of both.
-- parts: those that it has plays in; settled_parts: those that have been settled.
create table orders (
  id bigint not null default nextval('order_ids'),
  user_id bigint not null,
  draw_id bigint not null,
  total_paise bigint not null check (total_paise > 0),
  won_paise bigint not null default 0 check (won_paise >= 0),
  ledger_sequence bigint not null,
  created_at timestamptz not null,
  cancelled_at timestamptz,
  play_date date not null,
  rates_version smallint not null,
  parts smallint not null check (parts between 1 and 7),
  settled_parts smallint not null default 0 check (settled_parts & parts = settled_parts),
  idempotency_key uuid not null,
  codes smallint[] not null,
  stakes_paise integer[] not null check (cardinality(stakes_paise) = cardinality(codes)),
  cancel_reason text,
  primary key (play_date, id)
) partition by range (play_date);
create index orders_by_user on orders (user_id, id desc);
create index orders_by_draw on orders (draw_id, id);
create unique index orders_once_per_key on orders (user_id, idempotency_key, play_date);

-- A partition a month, made with the first draw of that month. Half-empty pages leave room for
-- the updates of settlement.
create function make_order_partition(p_day date) returns void language plpgsql as $$
declare
  v_month date := date_trunc('month', p_day);
  v_name text := 'orders_' || to_char(v_month, 'YYYY_MM');
begin
  if to_regclass(v_name) is not null then
    return;
  end if;
  perform pg_advisory_xact_lock(hashtext('make_order_partition'));
  execute format(
    'create table if not exists %I partition of orders for values from (%L) to (%L)
       with (fillfactor = 50)',
    v_name, v_month, v_month + interval '1 month');
end $$;

-- The operator's side of a draw, one row a lane, so that no order waits for another lane's row.
create table house_side (
  draw_id bigint not null,
  lane smallint not null,
  staked_paise bigint not null default 0,
  refunded_paise bigint not null default 0,
  paid_paise bigint not null default 0,
  primary key (draw_id, lane)
) with (fillfactor = 50);
