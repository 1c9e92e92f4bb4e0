import { type Changes, DOUBLED } from "./broken-books.ts";

/** Changes that each invariant allows; they may break others. */
export const allowed: Record<string, Changes> = {
  "every settlement has passed the orders that it counts, and a finished one all orders": {
    "an unfinished settlement with orders ahead of it":
      "update settlements set cursor_order_id = 0, settled_orders = 0, finished_at = null",
    "a voided settlement that was not finished":
      "update settlements set cursor_order_id = 0 where reversed_at is not null",
  },
  "no order was placed or cancelled while a number of its rounds was known": {
    "orders placed and cancelled after their result was voided": `
      update results set voided_at = published_at;
      update orders set created_at = clock_now(), cancelled_at = clock_now()`,
    "a forecast voided while only the first number was known": `
      update orders
      set
        cancelled_at = (select created_at from orders where codes = '{199}'),
        cancel_reason = 'no second round'
      where parts = 4`,
  },
  "no idempotency key was used twice within a week": {
    "a key to be used again after a week": `
      insert into idempotency_keys (user_id, key, request_hash, answer, created_at)
      select user_id, idempotency_key, '', '{}', created_at + interval '7 days' from orders`,
  },
  "every order won what its plays win by the numbers of its draw, as far as settled": {
    "winnings by the rates of the order": `
      ${DOUBLED};
      update orders set rates_version = 2, won_paise = 2 * won_paise`,
  },
  "every published part with orders has a settlement, and no other part": {
    "no settlement of a part that nobody played": `
      delete from orders
      where parts & 4 <> 0 and draw_id in (select draw_id from settlements where part = 4);
      delete from settlements where part = 4`,
    "no settlement of a part whose orders are all cancelled": `
      delete from settlements where part = 4;
      update orders set cancelled_at = clock_now() where parts & 4 <> 0`,
  },
  "no settlement is unfinished after ten minutes": {
    "a settlement that began nine minutes ago":
      "update settlements set finished_at = null, started_at = clock_now() - interval '9 minutes'",
    "a finished settlement that began long ago":
      "update settlements set started_at = started_at - interval '1 day'",
  },
};
