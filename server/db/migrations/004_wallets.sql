-- Narrow and apart from users, with room on the page, so that nearly every change of a balance is
-- a heap-only update. Money in paise.
create table wallets (
  user_id bigint primary key,
  balance_paise bigint not null default 0
    constraint wallets_balance_not_negative check (balance_paise >= 0),
  sequence bigint not null default 0,
  is_active boolean not null default true
) with (fillfactor = 60);

create type ledger_kind as enum ('deposit', 'withdrawal', 'play', 'win', 'refund', 'reversal');

-- One row a movement. Its other side is the account that the kind implies: money in (deposit),
-- withdrawals in progress (withdrawal, and refund of a payment), the house side of a draw (play,
-- win, reversal, and refund of an order). The sequence is taken under the wallet's lock, so that
-- each statement is a gapless chain: balance_after = balance_after of the row before + amount.
create table ledger (
  user_id bigint not null,
  sequence bigint not null,
  kind ledger_kind not null,
  amount_paise bigint not null check (amount_paise <> 0),
  balance_after_paise bigint not null check (balance_after_paise >= 0),
  draw_id bigint,
  order_id bigint,
  settlement_id bigint,
  payment_id bigint,
  created_at timestamptz not null default clock_now(),
  primary key (user_id, sequence),
  check (num_nonnulls(order_id, payment_id) = 1),
  check ((kind in ('win', 'reversal')) = (settlement_id is not null)),
  check ((amount_paise > 0) = (kind in ('deposit', 'win', 'refund')))
);

-- Paying twice is impossible here, whatever the code does.
create unique index ledger_settles_an_order_once on ledger (order_id, settlement_id, kind)
  where kind in ('win', 'reversal');
create unique index ledger_refunds_an_order_once on ledger (order_id)
  where kind = 'refund' and order_id is not null;
create unique index ledger_moves_a_payment_once on ledger (payment_id, kind)
  where payment_id is not null;

create function refuse_change() returns trigger language plpgsql as $$
begin
  raise exception 'table % is append-only', tg_table_name using errcode = 'restrict_violation';
end $$;

create trigger ledger_is_append_only before update or delete on ledger
  for each row execute function refuse_change();
create trigger ledger_is_never_emptied before truncate on ledger
  execute function refuse_change();

-- Answers of the calls that move money, other than orders (an order row carries its own key).
create table idempotency_keys (
  user_id bigint not null,
  key uuid not null,
  request_hash bytea not null,
  answer jsonb not null,
  created_at timestamptz not null default clock_now(),
  primary key (user_id, key)
);
