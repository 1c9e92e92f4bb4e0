-- PostgreSQL vacuums a table by itself when a fifth more rows stand in it, which is in a rush.
-- These have it at night (server/reports/nightly.ts); by itself after ten million rows without one.
alter table ledger set (autovacuum_vacuum_insert_threshold = 10000000);

do $$
declare
  v_partition regclass;
begin
  for v_partition in select inhrelid from pg_inherits where inhparent = 'orders'::regclass loop
    execute format(
      'alter table %s set (autovacuum_vacuum_insert_threshold = 10000000)', v_partition);
  end loop;
end $$;
