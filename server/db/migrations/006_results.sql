create table results (
  id bigint generated always as identity primary key,
  house_id bigint not null constraint results_house_id_fkey references houses,
  date date not null,
  first_round smallint check (first_round between 0 and 99),
  second_round smallint check (second_round between 0 and 99),
  created_by bigint not null references users,
  created_at timestamptz not null default clock_now(),
  published_by bigint references users,
  published_at timestamptz,
  voided_at timestamptz,
  void_reason text,
  check (num_nonnulls(first_round, second_round) > 0)
);
-- Each round of a house and date stands in at most one row.
create unique index results_first_round_once on results (house_id, date)
  where first_round is not null and voided_at is null;
create unique index results_second_round_once on results (house_id, date)
  where second_round is not null and voided_at is null;
create index results_by_date on results (date desc);
create index results_by_house on results (house_id, date desc);

-- The settlement of one part of a draw: a published round, or the forecast once both are. It walks
-- the draw's orders by id in chunks, each chunk in one transaction with its cursor, so that a crash
-- anywhere leaves it resumable.
create table settlements (
  id bigint generated always as identity primary key,
  result_id bigint not null references results,
  draw_id bigint not null references draws,
  part smallint not null check (part in (1, 2, 4)),
  winning_codes smallint[] not null,
  winning_types text[] not null,
  cursor_order_id bigint not null default 0,
  total_orders integer not null,
  settled_orders integer not null default 0,
  winners integer not null default 0,
  paid_paise bigint not null default 0,
  started_at timestamptz not null default clock_now(),
  finished_at timestamptz,
  reversed_at timestamptz
) with (fillfactor = 50);
create unique index settlements_once_per_part on settlements (draw_id, part)
  where reversed_at is null;
create index settlements_by_result on settlements (result_id);
create index settlements_unfinished on settlements (id) where finished_at is null;
