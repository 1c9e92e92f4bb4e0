-- The nightly check of the books: a row a day, made by the process that does it.
create table book_checks (
  day date primary key,
  begun_at timestamptz not null default clock_now(),
  broken integer
);
