-- Keys that carry the time at which they were made, as the web app's do, come in their order: a new
-- one belongs at the index's end, which is in memory and was written a moment ago. By user first,
-- each went to another page. Keys of other kinds only lose that.
drop index orders_once_per_key;
create unique index orders_once_per_key on orders (idempotency_key, user_id, play_date);
