-- Finishes a settlement that has come past every order of its part: from now on the draw says that
-- they are settled. Answers nothing: where orders are left, or another has finished it, it stays as
-- it is.
--
-- Planned anew each time: a kept plan would read all later orders of the product by their ids, with
-- the draw locked.
--
-- Lock order, as everywhere: the line for the house's draws (server/db/gate.ts), the draw, the
-- settlement.
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
