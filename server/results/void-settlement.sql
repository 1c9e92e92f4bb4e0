-- Reverses what a settlement paid, by further ledger rows: as much of each win as its wallet still
-- holds, in the order of order ids. The rest is recorded as a debt. The orders of the part become
-- unsettled again. The caller has locked the draw and all its settlements.
--
-- Planned like settle_chunk, for the same reasons; the clock is read once, because clock_now()
-- would be planned anew for each row. Nothing is joined with the orders: the planner's statistics
-- of a date may be older than its draw, and it would expect a few orders.
--
-- Lock order, as everywhere: wallets by user. Nothing else that is written here can make another
-- transaction wait: whoever writes a draw's orders or wins has locked the draw or its settlements.
create or replace function void_settlement(p_settlement bigint)
returns table (taken_paise bigint, owed_paise bigint)
language plpgsql
set plan_cache_mode = force_custom_plan
set enable_bitmapscan = off
set enable_hashjoin = off
set enable_mergejoin = off
as $$
declare
  v settlements;
  v_date date;
  v_users bigint[];
  v_now timestamptz;
begin
  select * into strict v from settlements where id = p_settlement for update;
  select play_date into strict v_date from draws where id = v.draw_id;

  select array_agg(distinct o.user_id) into v_users
  from orders o
  where o.play_date = v_date and o.draw_id = v.draw_id and o.won_paise > 0;

  perform 1
  from wallets w
  where w.user_id = any (v_users)
  order by w.user_id
  for no key update;

  v_now := clock_now();

  return query
  with win as (
    select
      o.id as order_id, o.user_id, l.amount_paise as won, w.balance_paise, w.sequence,
      sum(l.amount_paise) over mine as won_so_far,
      row_number() over mine as place
    from orders o
    cross join lateral (
      select amount_paise
      from ledger
      where order_id = o.id and settlement_id = v.id and kind = 'win'
      limit 1
    ) l
    cross join lateral (select * from wallets where user_id = o.user_id limit 1) w
    where o.play_date = v_date and o.draw_id = v.draw_id and o.won_paise > 0
    window mine as (partition by o.user_id order by o.id)
  ),
  -- In this order, wins for which money is left come first, so their sequences have no gaps.
  takeback as materialized (
    select
      *, greatest(0, least(won, balance_paise - (won_so_far - won)))::bigint as taken,
      greatest(0, balance_paise - won_so_far)::bigint as balance_after
    from win
  ),
  written as (
    insert into ledger (
      user_id, sequence, kind, amount_paise, balance_after_paise, draw_id, order_id, settlement_id,
      created_at
    )
    select
      user_id, sequence + place, 'reversal', -taken, balance_after, v.draw_id, order_id, v.id, v_now
    from takeback
    where taken > 0
  ),
  debited as (
    update wallets w
    set balance_paise = w.balance_paise - t.taken, sequence = w.sequence + t.movements
    from (
      select user_id, sum(taken) as taken, count(*) filter (where taken > 0) as movements
      from takeback
      group by user_id
    ) t
    where w.user_id = t.user_id
  ),
  owed as (
    insert into debts (user_id, order_id, settlement_id, draw_id, amount_paise, created_at)
    select user_id, order_id, v.id, v.draw_id, won - taken, v_now from takeback where taken < won
  ),
  side as (
    insert into house_side as s (draw_id, lane, paid_paise)
    select v.draw_id, -1, -sum(taken) from takeback having sum(taken) > 0
    on conflict (draw_id, lane) do update set paid_paise = s.paid_paise + excluded.paid_paise
  )
  select coalesce(sum(taken), 0)::bigint, coalesce(sum(won - taken), 0)::bigint from takeback;

  update orders o
  set won_paise = o.won_paise - coalesce(
    (
      select l.amount_paise
      from ledger l
      where l.order_id = o.id and l.settlement_id = v.id and l.kind = 'win'
    ),
    0
  )
  where o.play_date = v_date and o.draw_id = v.draw_id and o.won_paise > 0;

  update settlements set reversed_at = v_now where id = v.id;
  update draws set settled_parts = settled_parts & ~v.part where id = v.draw_id;
end $$;
