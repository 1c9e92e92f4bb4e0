-- How many orders a settlement has to walk is counted after it has begun, in slices: counting them
-- in the transaction that publishes would hold the draw for as long as that takes. Null until then.
alter table settlements alter column total_orders drop not null;
