-- Settles the next orders of a part of a draw: credits, ledger rows, the orders' winnings and the
-- house side, in one transaction with the settlement's cursor. Each order is settled once, whoever
-- calls this and however often. Orders that won nothing are not written: the draw records that its
-- orders are settled, once all are (finish_settlement).
--
-- Returns whether no orders were left, and how long it took, without waiting for another chunk.
--
-- Planned anew for each call: a chunk is long, and a cached plan goes stale as the tables grow. The
-- planner's statistics lag behind a rush; bitmap scans, hash joins and merge joins are off, because
-- the planner chose them to read the whole draw, or the whole day, for every chunk.
--
-- While the wallets are locked, their new balances are known before they are written, as in
-- placing; credits, ledger rows and orders are therefore derived from one list. Orders and wallets
-- are in arrays sorted by id, in which width_bucket does a binary search. The clock is read once,
-- because clock_now() would be planned anew for each row.
--
-- Lock order, as everywhere: the settlement, wallets by user, orders, house side. The chunks of a
-- settlement run one after the other. Chunks of the draw's other parts may run concurrently,
-- because whoever updates an order holds the lock on its player's wallet.
create or replace function settle_chunk(
  p_settlement bigint,
  p_size integer,
  out is_at_end boolean,
  out took_ms double precision
)
language plpgsql
set plan_cache_mode = force_custom_plan
set enable_bitmapscan = off
set enable_hashjoin = off
set enable_mergejoin = off
as $$
declare
  v settlements;
  v_date date;
  v_began timestamptz;
  v_now timestamptz;
  v_last bigint;
  v_count integer;
  v_orders bigint[];
  v_users bigint[];
  v_wins bigint[];
  v_wallets bigint[];
  v_balances bigint[];
  v_sequences bigint[];
begin
  select * into strict v from settlements where id = p_settlement for update;
  v_began := clock_timestamp();
  is_at_end := v.finished_at is not null;
  if is_at_end then
    return;
  end if;
  select play_date into strict v_date from draws where id = v.draw_id;

  -- Reads each order once. An order has a code at most once, and a winning code has one rate.
  select
    max(c.id), count(*) filter (where c.parts & v.part <> 0),
    array_agg(c.id order by c.id) filter (where c.is_winner),
    array_agg(c.user_id order by c.id) filter (where c.is_winner),
    array_agg(c.won order by c.id) filter (where c.is_winner)
  into v_last, v_count, v_orders, v_users, v_wins
  from (
    select
      o.id, o.user_id, o.parts, w.is_winner,
      case
        when w.is_winner then (
          select sum(o.stakes_paise[array_position(o.codes, w.code)] * rate.multiplier::bigint)
          from unnest(v.winning_codes, v.winning_types) as w (code, bet_type)
          join rates rate on rate.version = o.rates_version and rate.bet_type = w.bet_type
        )
      end::bigint as won
    from orders o
    cross join lateral (
      select o.codes && v.winning_codes and o.cancelled_at is null as is_winner
    ) w
    where o.play_date = v_date and o.draw_id = v.draw_id and o.id > v.cursor_order_id
    order by o.id
    limit p_size
  ) c;
  is_at_end := v_last is null;
  if is_at_end then
    return;
  end if;

  select
    array_agg(locked.user_id), array_agg(locked.balance_paise), array_agg(locked.sequence)
  into v_wallets, v_balances, v_sequences
  from (
    select *
    from wallets w
    where w.user_id = any (v_users)
    order by w.user_id
    for no key update
  ) locked;
  if v_wallets is distinct from (
    select array_agg(distinct winner order by winner) from unnest(v_users) as winner
  ) then
    raise exception 'a winner of settlement % has no wallet', p_settlement;
  end if;

  v_now := clock_now();

  with win as materialized (
    select
      u.order_id, u.user_id, u.won,
      v_balances[width_bucket(u.user_id, v_wallets)] + sum(u.won) over mine as balance_paise,
      v_sequences[width_bucket(u.user_id, v_wallets)] + row_number() over mine as sequence,
      lead(u.order_id) over mine is null as is_last
    from unnest(v_orders, v_users, v_wins) as u (order_id, user_id, won)
    window mine as (partition by u.user_id order by u.order_id)
  ),
  credit as (
    update wallets w
    set balance_paise = win.balance_paise, sequence = win.sequence
    from win
    where w.user_id = win.user_id and win.is_last
  )
  insert into ledger (
    user_id, sequence, kind, amount_paise, balance_after_paise, draw_id, order_id, settlement_id,
    created_at
  )
  select w.user_id, w.sequence, 'win', w.won, w.balance_paise, v.draw_id, w.order_id, v.id, v_now
  from win w;

  -- By id and not by a join: the planner's statistics of a date are older than its draw, so it
  -- would expect a few orders and look up each of many among the wins. PostgreSQL 15 may instead
  -- read all rows that the other conditions leave and compare each with the list; these leave only
  -- the chunk.
  update orders o
  set won_paise = o.won_paise + v_wins[width_bucket(o.id, v_orders)]
  where
    o.play_date = v_date and o.draw_id = v.draw_id
    and o.id > v.cursor_order_id and o.id <= v_last and o.id = any (v_orders);

  insert into house_side as s (draw_id, lane, paid_paise)
  select v.draw_id, -1, sum(won) from unnest(v_wins) as won having count(*) > 0
  on conflict (draw_id, lane) do update set paid_paise = s.paid_paise + excluded.paid_paise;

  update settlements
  set
    cursor_order_id = v_last,
    settled_orders = settled_orders + v_count,
    winners = winners + coalesce(cardinality(v_orders), 0),
    paid_paise = paid_paise + coalesce((select sum(won) from unnest(v_wins) as won), 0)
  where id = v.id;
  took_ms := extract(epoch from clock_timestamp() - v_began) * 1000;
end $$;
