-- What must be true of the books at any moment. Each invariant has a code, a name, and a statement
-- that returns how much is wrong, in a column named by its unit: `paise` or `rows`. Zero means that
-- the invariant holds. The screens translate the name by the code (`admin.book.lines`).
--
-- Arrays of orders are unnested in the select list, not in the from clause: there PostgreSQL
-- materialises the function's rows for every order, which takes half as long again.

-- invariant money_adds_up
-- money in = wallets + house side + withdrawals in progress + money out
select
  (select coalesce(sum(amount_paise), 0) from payments
    where kind = 'deposit' and status = 'approved')
  - (select coalesce(sum(balance_paise), 0) from wallets)
  - (select coalesce(sum(staked_paise - refunded_paise - paid_paise), 0) from house_side)
  - (select coalesce(sum(amount_paise), 0) from payments
    where kind = 'withdrawal' and status in ('pending', 'approved')) as paise;

-- invariant wallet_not_negative
-- no wallet is below zero
select count(*) as rows from wallets where balance_paise < 0;

-- invariant account_has_wallet
-- every account has a wallet, which is inactive if the account is
select count(*) as rows
from users u
full join wallets w on w.user_id = u.id
where u.id is null or w.user_id is null or (w.is_active and not u.is_active);

-- invariant wallet_sum
-- every wallet is the sum of its ledger rows
select count(*) as rows
from wallets w
left join (select user_id, sum(amount_paise) as total from ledger group by user_id) l
  on l.user_id = w.user_id
where w.balance_paise <> coalesce(l.total, 0);

-- invariant wallet_last_row
-- every wallet equals the balance of its last ledger row
select count(*) as rows
from wallets w
left join ledger l on l.user_id = w.user_id and l.sequence = w.sequence
where
  (w.sequence > 0 and (l.user_id is null or l.balance_after_paise <> w.balance_paise))
  or (w.sequence = 0 and w.balance_paise <> 0);

-- invariant ledger_chain
-- the ledger rows of every wallet are a gapless chain
select count(*) as rows
from (
  select
    sequence, amount_paise, balance_after_paise,
    lag(sequence, 1, 0::bigint) over mine as sequence_before,
    lag(balance_after_paise, 1, 0::bigint) over mine as balance_before
  from ledger
  window mine as (partition by user_id order by sequence)
) l
where sequence <> sequence_before + 1 or balance_after_paise <> balance_before + amount_paise;

-- invariant house_side_stakes
-- the house side equals the stakes and counts of placed and cancelled orders
select count(*) as rows
from (
  select
    draw_id, sum(total_paise) as staked, count(*) as placed,
    coalesce(sum(total_paise) filter (where cancelled_at is not null), 0) as refunded,
    count(cancelled_at) as cancelled
  from orders
  group by draw_id
) o
full join (
  select
    draw_id, sum(staked_paise) as staked, sum(placed_orders) as placed,
    sum(refunded_paise) as refunded, sum(refunded_orders) as cancelled
  from house_side
  group by draw_id
) h on h.draw_id = o.draw_id
where
  coalesce(o.staked, 0) <> coalesce(h.staked, 0)
  or coalesce(o.placed, 0) <> coalesce(h.placed, 0)
  or coalesce(o.refunded, 0) <> coalesce(h.refunded, 0)
  or coalesce(o.cancelled, 0) <> coalesce(h.cancelled, 0);

-- invariant order_winnings
-- the winnings of every order equal its ledger rows, less its debts
select count(*) as rows
from (select id, won_paise from orders where won_paise > 0) o
full join (
  select order_id, sum(amount_paise) as paid
  from (
    select order_id, amount_paise from ledger where kind in ('win', 'reversal')
    union all
    select order_id, -amount_paise from debts
  ) moved
  group by order_id
  having sum(amount_paise) <> 0
) l on l.order_id = o.id
where coalesce(o.won_paise, 0) <> coalesce(l.paid, 0);

-- invariant house_side_paid
-- the house side paid what settlements paid, plus the debts of voided ones
select count(*) as rows
from (select draw_id, sum(paid_paise) as paid from house_side group by draw_id) h
full join (
  select draw_id, sum(paid_paise) as paid
  from (
    select draw_id, paid_paise from settlements where reversed_at is null
    union all
    select draw_id, amount_paise from debts
  ) due
  group by draw_id
) s on s.draw_id = h.draw_id
where coalesce(h.paid, 0) <> coalesce(s.paid, 0);

-- invariant settlement_payout
-- the payout of every settlement equals its ledger rows
select count(*) as rows
from settlements s
left join (
  select settlement_id, sum(amount_paise) as paid, count(*) as winners
  from ledger
  where kind = 'win'
  group by settlement_id
) l on l.settlement_id = s.id
where s.paid_paise <> coalesce(l.paid, 0) or s.winners <> coalesce(l.winners, 0);

-- invariant voided_wins
-- every win of a voided result is reversed or owed by its player, and no other
select count(*) as rows
from (
  select moved.settlement_id
  from (
    select settlement_id, order_id, user_id, kind = 'win' as is_win, amount_paise
    from ledger
    where kind in ('win', 'reversal')
    union all
    select settlement_id, order_id, user_id, false, -amount_paise from debts
  ) moved
  join settlements s on s.id = moved.settlement_id
  where s.reversed_at is not null or not moved.is_win
  group by moved.settlement_id, moved.order_id, moved.user_id
  having sum(moved.amount_paise) <> 0
) taken_back;

-- invariant settlement_orders
-- every settlement has passed the orders that it counts, and a finished one all orders
select count(*) as rows
from settlements s
left join lateral (
  select
    count(*) filter (where o.id <= s.cursor_order_id) as passed,
    count(*) filter (where o.id > s.cursor_order_id) as left_over
  from orders o
  where o.draw_id = s.draw_id and o.parts & s.part <> 0
) o on true
where
  s.reversed_at is null
  and (s.settled_orders <> o.passed or (s.finished_at is not null and o.left_over > 0));

-- invariant settled_parts
-- the settled parts of every draw are those with a finished settlement
select count(*) as rows
from draws d
left join (
  select draw_id, bit_or(part) as parts
  from settlements
  where finished_at is not null and reversed_at is null
  group by draw_id
) s on s.draw_id = d.id
where d.settled_parts <> coalesce(s.parts, 0);

-- invariant order_before_closing
-- no order was placed or cancelled by its player after its earliest round closed
select count(*) as rows
from orders o
join draws d on d.id = o.draw_id
cross join lateral (
  select case when o.parts & 5 <> 0 then d.first_closes_at else d.second_closes_at end as closes_at
) c
where o.created_at >= c.closes_at or (o.cancel_reason is null and o.cancelled_at >= c.closes_at);

-- invariant order_before_result
-- no order was placed or cancelled while a number of its rounds was known
-- The operator may void a forecast of which only one number is known (docs/decisions/049).
with known as (
  select
    d.id as draw_id, r.published_at as since, coalesce(r.voided_at, 'infinity') as until,
    case when r.first_round is not null then 1 else 0 end
      | case when r.second_round is not null then 2 else 0 end as rounds
  from results r
  join draws d on d.house_id = r.house_id and d.play_date = r.date
  where r.published_at is not null
)
select count(*) as rows
from orders o
join known k on k.draw_id = o.draw_id and (k.rounds | 4) & o.parts <> 0
where
  (o.created_at > k.since and o.created_at < k.until)
  or (
    o.cancelled_at > k.since and o.cancelled_at < k.until
    and (
      o.cancel_reason is null
      or k.rounds & o.parts <> 0
      or exists (
        select
        from known other
        where
          other.draw_id = k.draw_id and other.rounds | k.rounds = 3
          and o.cancelled_at > other.since and o.cancelled_at < other.until
      )
    )
  );

-- invariant key_used_once
-- no idempotency key was used twice within a week
-- An index has the keys in this order; times are looked up only for keys that occur twice.
with used as not materialized (
  select user_id, idempotency_key as key, created_at from orders
  union all
  select user_id, key, created_at from idempotency_keys
),
used_again as (
  select key, user_id from used group by key, user_id having count(*) > 1
)
select count(*) as rows
from (
  select created_at - lag(created_at) over (partition by key, user_id order by created_at) as since
  from used
  join used_again using (key, user_id)
) again
where since < interval '7 days';

-- invariant order_has_row
-- every order has its ledger row, draw and wallet
-- Joined by id alone: if users were compared there as well, the planner could pair all orders of a
-- user with all ledger rows of that user. A ledger row also has the stakes of what was split off.
select count(*) as rows
from orders o
left join (
  select split_from, sum(total_paise) as total_paise
  from orders
  where split_from is not null
  group by split_from
) split on split.split_from = o.id
left join ledger l on l.order_id = coalesce(o.split_from, o.id) and l.kind = 'play'
left join draws d on d.id = o.draw_id and d.play_date = o.play_date
left join wallets w on w.user_id = o.user_id
where
  l.order_id is null
  or l.user_id <> o.user_id
  or l.sequence <> o.ledger_sequence
  or l.draw_id <> o.draw_id
  or (o.split_from is null and l.amount_paise <> -(o.total_paise + coalesce(split.total_paise, 0)))
  or d.id is null
  or w.user_id is null;

-- invariant row_has_subject
-- every ledger row has its wallet, and the order or payment of its kind
-- Joined by id alone, as above.
select count(*) as rows
from ledger l
left join wallets w on w.user_id = l.user_id
left join orders o on o.id = l.order_id
left join payments p on p.id = l.payment_id
left join settlements s on s.id = l.settlement_id
where
  w.user_id is null
  or o.user_id <> l.user_id
  or p.user_id <> l.user_id
  or (s.id is not null and s.draw_id is distinct from l.draw_id)
  or (l.order_id is null) <> (o.id is null)
  or (l.payment_id is null) <> (p.id is null)
  or (l.settlement_id is null) <> (s.id is null)
  or (l.kind in ('play', 'win', 'reversal') and o.id is null)
  or (l.kind in ('deposit', 'withdrawal') and p.id is null)
  or l.draw_id is distinct from o.draw_id
  or (l.kind = 'play' and o.ledger_sequence <> l.sequence);

-- invariant cancelled_refunded
-- every cancelled order was refunded once, and no other order
select count(*) as rows
from orders o
full join (select * from ledger where kind = 'refund' and order_id is not null) l
  on l.order_id = o.id and l.amount_paise = o.total_paise
where (o.cancelled_at is not null) <> (l.order_id is not null);

-- invariant payment_moved
-- every payment moved the amount of its status
select count(*) as rows
from payments p
left join (
  select
    payment_id,
    coalesce(sum(amount_paise) filter (where kind = 'deposit'), 0) as deposited,
    coalesce(sum(amount_paise) filter (where kind = 'withdrawal'), 0) as withdrawn,
    coalesce(sum(amount_paise) filter (where kind = 'refund'), 0) as refunded
  from ledger
  where payment_id is not null
  group by payment_id
) l on l.payment_id = p.id
where
  coalesce(l.deposited, 0)
    <> case when p.kind = 'deposit' and p.status = 'approved' then p.amount_paise else 0 end
  or coalesce(l.withdrawn, 0) <> case when p.kind = 'withdrawal' then -p.amount_paise else 0 end
  or coalesce(l.refunded, 0)
    <> case when p.kind = 'withdrawal' and p.status = 'rejected' then p.amount_paise else 0 end;

-- invariant plays_add_up
-- the plays of every order add up, with distinct selections and positive stakes
-- A tsvector, meant for full-text search, keeps each word once and takes no null: its length is
-- the number of distinct codes, found in half the time of count(distinct).
select count(*) as rows
from orders o
where
  o.total_paise is distinct from (
    select sum(stake) from (select unnest(o.stakes_paise) as stake) plays
  )
  or 0 >= any (o.stakes_paise)
  or cardinality(o.codes) <> length(array_to_tsvector(array_remove(o.codes, null)::text[]));

-- invariant parts_of_plays
-- the parts of every order are those of its plays
select count(*) as rows
from orders o
where
  o.parts is distinct from (
    select
      bit_or(
        case
          when code between 1000 and 10999 then 4
          when code between 100 and 199 or code / 10 in (21, 23) then 2
          when code between 0 and 99 or code / 10 in (20, 22) then 1
          -- An invalid code, whose part no order has.
          else 8
        end
      )
    from (select unnest(o.codes) as code) plays
  );

-- invariant order_won
-- every order won what its plays win by the numbers of its draw, as far as settled
with winning as (
  select
    d.id as draw_id, r.version, array_agg(w.code::smallint) as codes,
    array_agg(r.multiplier) as multipliers, array_agg(s.cursor_order_id) as settled_up_to
  from draws d
  join settlements s on s.draw_id = d.id and s.reversed_at is null
  cross join lateral (
    values
      (1, 'direct', d.first_number),
      (1, 'house', 200 + d.first_number / 10),
      (1, 'ending', 220 + d.first_number % 10),
      (2, 'direct', 100 + d.second_number),
      (2, 'house', 210 + d.second_number / 10),
      (2, 'ending', 230 + d.second_number % 10),
      (4, 'forecast', 1000 + 100 * d.first_number + d.second_number)
  ) as w (part, bet_type, code)
  join rates r on r.bet_type = w.bet_type
  where w.part = s.part
  group by d.id, r.version
)
select count(*) as rows
from orders o
left join winning d on d.draw_id = o.draw_id and d.version = o.rates_version
where
  case
    when o.codes && d.codes and o.cancelled_at is null then o.won_paise <> (
      select
        coalesce(sum(o.stakes_paise[array_position(o.codes, w.code)]::bigint * w.multiplier), 0)
      from (
        select
          unnest(d.codes) as code, unnest(d.multipliers) as multiplier,
          unnest(d.settled_up_to) as settled_up_to
      ) w
      where w.settled_up_to >= o.id
    )
    else o.won_paise <> 0
  end;

-- invariant draw_numbers
-- every draw has the numbers of its published results
select count(*) as rows
from draws d
full join (
  select house_id, date, max(first_round) as first_number, max(second_round) as second_number
  from results
  where published_at is not null and voided_at is null
  group by house_id, date
) r on r.house_id = d.house_id and r.date = d.play_date
where
  d.first_number is distinct from r.first_number
  or d.second_number is distinct from r.second_number;

-- invariant part_has_settlement
-- every published part with orders has a settlement, and no other part
select count(*) as rows
from draws d
cross join lateral (
  values
    (1, d.first_number is not null),
    (2, d.second_number is not null),
    (4, d.first_number is not null and d.second_number is not null)
) as p (part, is_decided)
left join settlements s on s.draw_id = d.id and s.part = p.part and s.reversed_at is null
where
  (s.id is not null and not p.is_decided)
  or (
    s.id is null and p.is_decided
    and exists (
      select
      from orders o
      where
        o.play_date = d.play_date and o.draw_id = d.id
        and o.parts & p.part <> 0 and o.cancelled_at is null
    )
  );

-- invariant settlement_finishes
-- no settlement is unfinished after ten minutes
select count(*) as rows
from settlements
where finished_at is null and started_at < clock_now() - interval '10 minutes';
