-- Finds the orders that users placed under these keys in the last week, as long as retries are
-- accepted: an id or null for each key. An order for tomorrow lies further ahead when the clock was
-- set back over midnight since; a week is allowed for that, too.
--
-- Several indexes can find a user's order, the planner rates them equal while the table is small,
-- and the cached plan stays when the table grows. Asking for a range of keys in order, with sorting
-- off, leaves it only the index on keys.
create or replace function find_earlier_orders(p_users bigint[], p_keys uuid[], p_today date)
returns bigint[] language plpgsql
set plan_cache_mode = force_generic_plan
set enable_seqscan = off
set enable_sort = off
as $$
begin
  return (
    select array_agg(earlier.id order by q.place)
    from unnest(p_users, p_keys) with ordinality as q (user_id, key, place)
    left join lateral (
      select o.id
      from orders o
      where
        o.user_id = q.user_id and o.idempotency_key between q.key and q.key
        and o.play_date between p_today - 7 and p_today + 8
      order by o.idempotency_key
      limit 1
    ) as earlier on true
  );
end $$;

-- Places a batch of orders and returns one row for each, in any order. A refusal is a row of the
-- result and never fails the batch. A batch holds at most one order of a user and is sorted by user
-- id: the debit is one set-based update, and the arrays of locked wallets line up with the orders.
--
-- Lock order, as everywhere: draws by id, wallets by user, orders, house side by draw. Orders share
-- the locks on draws; publishing waits for all of them, and no later order can pass it. Orders that
-- arrive while it waits queue behind it, house by house (server/db/draw-queue.ts). The clock is
-- read after every wallet is locked, so that an order that waited until after closing is refused
-- as late.
--
-- While the wallets are locked, their next balance and sequence are known before they are written.
-- The order's id, the debit, the order, its ledger row and the house side are therefore all derived
-- from one list, without joins among themselves.
--
-- Plans are cached for the life of a connection, from when a month's tables are empty until they
-- hold millions of rows. Each look-up is therefore written so that only one index can serve it,
-- whatever the size of the tables when the plan is made: lateral with a limit, without sequential
-- scans, hash joins or merge joins. Generic plans are forced from the first call: by default
-- PostgreSQL plans small batches anew each time, which takes longer than placing them.
--
-- p_gates: the rounds that must be open, as bits (1 first, 2 second; a forecast closes with the
-- first). p_parts: the parts that settle the order, as bits (1 first, 2 second, 4 forecast).
-- p_lowest, p_highest: the smallest and largest stake of the order. The codes and stakes of order n
-- are at p_starts[n] up to, but not including, p_starts[n + 1]; there is one more start than
-- orders.
create or replace function place_orders(
  p_lane smallint,
  p_users bigint[],
  p_houses bigint[],
  p_dates date[],
  p_totals bigint[],
  p_gates smallint[],
  p_parts smallint[],
  p_lowest integer[],
  p_highest integer[],
  p_keys uuid[],
  p_starts integer[],
  p_codes smallint[],
  p_stakes integer[]
) returns table (
  user_id bigint,
  outcome text,
  order_id bigint,
  created_at timestamptz,
  closes_at timestamptz,
  balance_paise bigint,
  rates_version smallint,
  house_name text,
  broken_limit integer
) language plpgsql
set plan_cache_mode = force_generic_plan
set enable_seqscan = off
set enable_hashjoin = off
set enable_mergejoin = off
as $$
declare
  v_now timestamptz;
  v_today date;
  v_rates smallint := (select max(version) from rates);
  v_draws bigint[];
  v_earlier bigint[];
  v_wallets bigint[];
  v_balances bigint[];
  v_sequences bigint[];
  v_active boolean[];
begin
  perform pg_advisory_xact_lock_shared(house)
  from (select distinct house from unnest(p_houses) as house order by house) as asked;

  select array_agg(locked.id) into v_draws
  from (
    select d.id
    from draws d
    where (d.house_id, d.play_date) in (select * from unnest(p_houses, p_dates))
    order by d.id
    for share
  ) locked;

  select
    array_agg(locked.user_id), array_agg(locked.balance_paise), array_agg(locked.sequence),
    array_agg(locked.is_active)
  into v_wallets, v_balances, v_sequences, v_active
  from (
    select *
    from wallets w
    where w.user_id = any (p_users)
    order by w.user_id
    for no key update
  ) locked;
  if v_wallets is distinct from p_users then
    raise exception 'a batch has each user once, sorted by id, and all have wallets';
  end if;

  v_now := clock_now();
  v_today := (v_now at time zone 'Asia/Kolkata')::date;
  v_earlier := find_earlier_orders(p_users, p_keys, v_today);

  return query
  with asked as (
    select *
    from unnest(
      p_users, p_houses, p_dates, p_totals, p_gates, p_parts, p_lowest, p_highest, p_keys
    ) with ordinality as q (
      user_id, house_id, play_date, total, gate, parts, lowest, highest, key, place
    )
  ),
  -- A few rows, which each order is compared with.
  house as materialized (select * from houses where id = any (p_houses)),
  -- Only locked draws: one that was created after the locks were taken guards nothing yet.
  draw as materialized (select * from draws where id = any (v_draws)),
  judged as (
    select
      a.place, a.user_id, a.play_date, a.total, a.parts, a.key,
      d.id as draw_id, h.name, h.min_play, h.max_play,
      v_balances[a.place] - a.total as balance_paise, v_sequences[a.place] + 1 as sequence,
      case when a.gate & 1 = 1 then d.first_closes_at else d.second_closes_at end as closes_at,
      case
        when v_earlier[a.place] is not null then 'repeated'
        when k.key is not null then 'idempotency_conflict'
        when h.id is null then 'not_found'
        when a.play_date not in (v_today, v_today + 1) then 'date_not_playable'
        when d.id is null then 'no_draw'
        when not h.is_active then 'house_inactive'
        when not v_active[a.place] then 'account_deactivated'
        when a.lowest < h.min_play * 100 then 'stake_too_low'
        when a.highest > h.max_play * 100 then 'stake_too_high'
        when a.gate & 1 = 1 and (d.first_closes_at <= v_now or d.first_number is not null)
          then 'round_closed'
        when a.gate & 2 = 2 and (d.second_closes_at <= v_now or d.second_number is not null)
          then 'round_closed'
        when a.parts & 4 = 4 and d.second_number is not null then 'round_closed'
        when v_balances[a.place] < a.total then 'insufficient_balance'
        else 'accepted'
      end as outcome
    from asked a
    left join lateral (select * from house where id = a.house_id limit 1) h on true
    left join lateral (
      select * from draw where house_id = a.house_id and play_date = a.play_date limit 1
    ) d on true
    left join lateral (
      select i.key
      from idempotency_keys i
      where i.user_id = a.user_id and i.key = a.key
      limit 1
    ) k on true
  ),
  request as materialized (
    select
      j.place, j.user_id, j.play_date, j.total, j.parts, j.key, j.draw_id, j.name,
      j.balance_paise, j.sequence, j.closes_at, j.outcome,
      case j.outcome
        when 'stake_too_low' then j.min_play
        when 'stake_too_high' then j.max_play
      end as broken_limit,
      case j.outcome
        when 'accepted' then nextval('order_ids') else v_earlier[j.place]
      end as order_id
    from judged j
  ),
  debited as (
    update wallets w
    set balance_paise = r.balance_paise, sequence = r.sequence
    from request r
    where w.user_id = r.user_id and r.outcome = 'accepted'
  ),
  placed as (
    insert into orders (
      id, user_id, draw_id, total_paise, ledger_sequence, created_at, play_date, rates_version,
      parts, idempotency_key, codes, stakes_paise
    )
    select
      r.order_id, r.user_id, r.draw_id, r.total, r.sequence, v_now, r.play_date, v_rates, r.parts,
      r.key, p_codes[p_starts[r.place]:p_starts[r.place + 1] - 1],
      p_stakes[p_starts[r.place]:p_starts[r.place + 1] - 1]
    from request r
    where r.outcome = 'accepted'
  ),
  written as (
    insert into ledger (
      user_id, sequence, kind, amount_paise, balance_after_paise, draw_id, order_id, created_at
    )
    select r.user_id, r.sequence, 'play', -r.total, r.balance_paise, r.draw_id, r.order_id, v_now
    from request r
    where r.outcome = 'accepted'
  ),
  staked as (
    insert into house_side as s (draw_id, lane, staked_paise, placed_orders)
    select r.draw_id, p_lane, sum(r.total), count(*)
    from request r
    where r.outcome = 'accepted'
    group by r.draw_id
    order by r.draw_id
    on conflict (draw_id, lane)
    do update set
      staked_paise = s.staked_paise + excluded.staked_paise,
      placed_orders = s.placed_orders + excluded.placed_orders
  )
  select
    r.user_id, r.outcome, r.order_id, v_now, r.closes_at, r.balance_paise, v_rates, r.name,
    r.broken_limit
  from request r;
end $$;
