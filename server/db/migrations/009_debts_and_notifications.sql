-- What a player owes because a win that was taken back had been spent. Its other side is the house
-- side of the draw, which has paid it for now.
create table debts (
  id bigint generated always as identity primary key,
  user_id bigint not null,
  order_id bigint not null,
  settlement_id bigint not null references settlements,
  draw_id bigint not null references draws,
  amount_paise bigint not null check (amount_paise > 0),
  created_at timestamptz not null default clock_now(),
  unique (order_id, settlement_id)
);
create index debts_by_user on debts (user_id);

-- What a player is told, in the words of their language: a kind and what fills its places.
create table notifications (
  id bigint generated always as identity primary key,
  user_id bigint not null,
  kind text not null,
  params jsonb not null default '{}',
  created_at timestamptz not null default clock_now(),
  read_at timestamptz
);
create index notifications_by_user on notifications (user_id, id desc);
