-- Counts how many of the next p_size orders of a draw belong to a settlement's part. Also returns
-- the id of the last order read, or null if there were none. Planned like settle_chunk, for the
-- same reasons.
create or replace function count_orders(p_settlement bigint, p_after bigint, p_size integer)
returns table (counted bigint, last_order_id bigint)
language plpgsql
set plan_cache_mode = force_custom_plan
set enable_bitmapscan = off
as $$
declare
  v settlements;
  v_date date;
begin
  select * into strict v from settlements where id = p_settlement;
  select play_date into strict v_date from draws where id = v.draw_id;
  return query
  select count(*) filter (where o.parts & v.part <> 0), max(o.id)
  from (
    select id, parts
    from orders
    where play_date = v_date and draw_id = v.draw_id and id > p_after
    order by id
    limit p_size
  ) o;
end $$;
