-- Finishes a settlement whose cursor has passed every order of its part, and marks the part as
-- settled in the draw. Does nothing when orders are left or the settlement is already finished.
--
-- Planned anew for each call: a cached plan would read all later orders of the product by id, with
-- the draw locked.
--
-- Lock order, as everywhere: the queue for the house's draws (server/db/draw-queue.ts), the draw,
-- the settlement.
create or replace function finish_settlement(p_settlement bigint)
returns void
language plpgsql
set plan_cache_mode = force_custom_plan
as $$
declare
  v settlements;
begin
  perform pg_advisory_xact_lock(house_id)
  from draws
  where id = (select draw_id from settlements where id = p_settlement);
  perform 1
  from draws
  where id = (select draw_id from settlements where id = p_settlement)
  for no key update;
  select * into strict v from settlements where id = p_settlement for update;

  if v.finished_at is not null or exists (
    select
    from draws d
    join orders o on o.play_date = d.play_date and o.draw_id = d.id
    where d.id = v.draw_id and o.id > v.cursor_order_id and o.parts & v.part <> 0
  ) then
    return;
  end if;

  update settlements
  set finished_at = clock_now(), total_orders = coalesce(total_orders, settled_orders)
  where id = v.id;
  update draws set settled_parts = settled_parts | v.part where id = v.draw_id;
end $$;
