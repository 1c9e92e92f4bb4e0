-- How many orders of a draw were placed and how many were refunded, beside what they came to: no
-- figure of the business needs to read the orders themselves.
alter table house_side
  add column placed_orders integer not null default 0,
  add column refunded_orders integer not null default 0;

insert into house_side as s (draw_id, lane, placed_orders)
select draw_id, 0, count(*) from orders group by draw_id
on conflict (draw_id, lane) do update set placed_orders = excluded.placed_orders;

insert into house_side as s (draw_id, lane, refunded_orders)
select draw_id, -2, count(*) from orders where cancelled_at is not null group by draw_id
on conflict (draw_id, lane) do update set refunded_orders = excluded.refunded_orders;

-- Nearly every account is active, so that only the others are worth counting.
create index users_inactive on users (id) where not is_active;
