-- Creates the partition of a day's month, if it is missing. The fillfactor leaves a quarter of each
-- page free for the updates of orders that win, one in five. New orders are vacuumed at night
-- (decision 038).
--
-- The table is created alone and then attached. `create table ... partition of` would lock all of
-- orders exclusively: it would wait for every reader, and every new order would wait behind it.
create or replace function make_order_partition(p_day date) returns void language plpgsql as $$
declare
  v_month date := date_trunc('month', p_day);
  v_name text := 'orders_' || to_char(v_month, 'YYYY_MM');
begin
  if to_regclass(v_name) is not null then
    return;
  end if;
  perform pg_advisory_xact_lock(hashtext('make_order_partition'));
  -- Query the catalogue itself: to_regclass may still use its cached miss from above.
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
