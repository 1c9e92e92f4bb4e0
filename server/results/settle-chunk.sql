-- Settles the next orders of a part of a draw, in one transaction with the cursor that says how
-- far it has come: credits, ledger rows, order states and the house side. Answers whether the
-- settlement is finished. Whoever calls it, and however often, each order is settled once.
--
-- Planned anew each time: a chunk is long, and its tables grow under kept plans. What the planner
-- knows of their sizes lags behind a rush; bitmaps, hash joins and merge joins are off, because it
-- chose them to read the whole draw, or the whole day, again for every chunk.
--
-- The wallets being locked, what each will hold is known before it is written, as in placing; so
-- credits, ledger rows and order states follow from one list. The clock is read once, because
-- clock_now() would be planned anew for each row.
--
-- Lock order, as everywhere: settlements, wallets by user, orders, house side. All settlements of
-- the draw are locked: two at once would lock the same orders, each its own winners first.
create or replace function settle_chunk(p_settlement bigint, p_size integer)
returns boolean
language plpgsql
set plan_cache_mode = force_custom_plan
set enable_bitmapscan = off
set enable_hashjoin = off
set enable_mergejoin = off
as $$
declare
  v settlements;
  v_date date;
  v_last bigint;
  v_count integer;
  v_orders bigint[];
  v_users bigint[];
  v_wins bigint[];
  v_now timestamptz;
begin
  perform 1
  from settlements s
  where
    s.draw_id = (select draw_id from settlements where id = p_settlement)
    and s.reversed_at is null
  order by s.id
  for update;

  select * into strict v from settlements where id = p_settlement;
  if v.finished_at is not null then
    return true;
  end if;
  select play_date into strict v_date from draws where id = v.draw_id;

  select max(c.id), count(*) filter (where c.parts & v.part <> 0) into v_last, v_count
  from (
    select o.id, o.parts
    from orders o
    where o.play_date = v_date and o.draw_id = v.draw_id and o.id > v.cursor_order_id
    order by o.id
    limit p_size
  ) c;
  if v_last is null then
    update settlements
    set finished_at = clock_now(), total_orders = coalesce(total_orders, settled_orders)
    where id = v.id;
    return true;
  end if;

  select array_agg(w.id), array_agg(w.user_id), array_agg(w.won)
  into v_orders, v_users, v_wins
  from (
    select
      o.id, o.user_id,
      (
        select sum(play.stake::bigint * rate.multiplier)::bigint
        from unnest(o.codes, o.stakes_paise) as play (code, stake)
        join unnest(v.winning_codes, v.winning_types) as winning (code, bet_type)
          on winning.code = play.code
        join rates rate on rate.version = o.rates_version and rate.bet_type = winning.bet_type
      ) as won
    from orders o
    where
      o.play_date = v_date and o.draw_id = v.draw_id
      and o.id > v.cursor_order_id and o.id <= v_last
      and o.codes && v.winning_codes
      and o.cancelled_at is null
      and o.settled_parts & v.part = 0
  ) w;

  perform 1
  from wallets w
  where w.user_id = any (v_users)
  order by w.user_id
  for no key update;

  v_now := clock_now();

  with win as materialized (
    select
      u.order_id, u.user_id, u.won,
      w.balance_paise + sum(u.won) over mine as balance_paise,
      w.sequence + row_number() over mine as sequence,
      lead(u.order_id) over mine is null as is_last
    from unnest(v_orders, v_users, v_wins) as u (order_id, user_id, won)
    cross join lateral (select * from wallets where user_id = u.user_id limit 1) w
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

  -- By their ids and not by a join: what the planner knows of a draw's date is older than the draw,
  -- so that it takes its orders for a few and looks each of them up among the wins.
  update orders o
  set
    won_paise = o.won_paise + v_wins[array_position(v_orders, o.id)],
    settled_parts = o.settled_parts | v.part
  where o.play_date = v_date and o.id = any (v_orders);

  insert into house_side as s (draw_id, lane, paid_paise)
  select v.draw_id, -1, sum(won) from unnest(v_wins) as won having count(*) > 0
  on conflict (draw_id, lane) do update set paid_paise = s.paid_paise + excluded.paid_paise;

  -- Everybody else in the chunk. Two plain updates: one joined over both was far slower.
  update orders o
  set settled_parts = o.settled_parts | v.part
  where
    o.play_date = v_date and o.draw_id = v.draw_id
    and o.id > v.cursor_order_id and o.id <= v_last
    and o.parts & v.part <> 0
    and o.settled_parts & v.part = 0
    and o.cancelled_at is null;

  update settlements
  set
    cursor_order_id = v_last,
    settled_orders = settled_orders + v_count,
    winners = winners + coalesce(cardinality(v_orders), 0),
    paid_paise = paid_paise + coalesce((select sum(won) from unnest(v_wins) as won), 0)
  where id = v.id;
  return false;
end $$;
