-- Which parts of a draw are settled: those whose settlement has finished and was not taken back.
-- Settled for all of its orders at once, so that only the orders that won have to be written.
alter table draws
  add column settled_parts smallint not null default 0 check (settled_parts between 0 and 7);

update draws d
set settled_parts = s.parts
from (
  select draw_id, bit_or(part) as parts
  from settlements
  where finished_at is not null and reversed_at is null
  group by draw_id
) s
where s.draw_id = d.id;

alter table orders drop column settled_parts;

-- It answers something else from now on, for which it may not be replaced.
drop function if exists settle_chunk(bigint, integer);
