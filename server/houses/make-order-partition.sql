-- Makes the partition of a day's month, if it is missing. A quarter of each page is left for the
-- orders that win: one in five, of which the heap then has two versions. Orders that are new to it
-- are vacuumed at night (decision 038).
--
-- Made by itself and then attached: a table that is made as a partition locks all orders, so that
-- it waits for whoever reads them, and every order of that moment waits behind it.
create or replace function make_order_partition(p_day date) returns void language plpgsql as $$
declare
  v_month date := date_trunc('month', p_day);
  v_name text := 'orders_' || to_char(v_month, 'YYYY_MM');
begin
  if to_regclass(v_name) is not null then
    return;
  end if;
  perform pg_advisory_xact_lock(hashtext('make_order_partition'));
  -- Looked for in the catalogue itself: a name that was looked up before stays unknown for a while.
  if exists (
    select from pg_tables where schemaname = current_schema and tablename = v_name
  ) then
    return;
  end if;
  execute format(
    'create table %I (like orders including all)
       with (fillfactor = 75, autovacuum_vacuum_insert_threshold = 10000000)',
    v_name);
  execute format(
    'alter table orders attach partition %I for values from (%L) to (%L)',
    v_name, v_month, v_month + interval '1 month');
end $$;
