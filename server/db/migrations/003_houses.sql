create table houses (
  id bigint generated always as identity primary key,
  name text not null,
  name_translations jsonb not null default '{}',
  location text not null,
  first_round_time text not null,
  second_round_time text not null,
  min_play integer not null check (min_play >= 1),
  max_play integer not null check (max_play >= min_play),
  is_active boolean not null default true,
  created_at timestamptz not null default clock_now()
);

-- A draw is a house on a date: the gate that orders pass and publishing shuts. Orders lock it FOR
-- SHARE and compare the clock with its closing times; whoever changes it locks it FOR UPDATE.
-- first_number and second_number are there once that round is published.
create table draws (
  id bigint generated always as identity primary key,
  house_id bigint not null constraint draws_house_id_fkey references houses,
  play_date date not null,
  first_closes_at timestamptz not null,
  second_closes_at timestamptz not null,
  first_number smallint check (first_number between 0 and 99),
  second_number smallint check (second_number between 0 and 99),
  unique (house_id, play_date),
  -- Or a forecast could be placed when the second number is known.
  check (first_closes_at < second_closes_at)
);

-- What a winning play pays, times its stake, by version. Rows are only ever added: an order keeps
-- the version under which it was accepted.
create table rates (
  version smallint not null,
  bet_type text not null check (bet_type in ('direct', 'house', 'ending', 'forecast')),
  multiplier integer not null check (multiplier > 0),
  primary key (version, bet_type)
);
insert into rates (version, bet_type, multiplier)
values (1, 'direct', 80), (1, 'house', 10), (1, 'ending', 10), (1, 'forecast', 400);
