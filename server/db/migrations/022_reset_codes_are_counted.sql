-- How many codes an account has got since the first of these minutes (docs/decisions/022).
alter table reset_codes
  add column codes smallint not null default 1,
  add column counted_since timestamptz not null default clock_now();
