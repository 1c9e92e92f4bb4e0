-- The product's clock. Every rule that depends on the time asks clock_now(), so that the test
-- clock moves all of them together, on every server process of this database.
create table clock (
  only_row boolean primary key default true check (only_row),
  ahead_by interval not null default '0',
  -- A test may stop the clock, to stand at the very instant of a closing.
  stopped_at timestamptz
);
insert into clock default values;

create function clock_now() returns timestamptz
language sql volatile
return (select coalesce(stopped_at, clock_timestamp() + ahead_by) from clock);

create function today_in_india() returns date
language sql volatile
return (clock_now() at time zone 'Asia/Kolkata')::date;
