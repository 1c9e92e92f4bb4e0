import type { Changes } from "./broken-books.ts";

/** Invalid codes of plays, and the part to which a check that is one off would assign them. */
const INVALID_CODES = [
  { code: -1, part: 1 },
  { code: 32_000, part: 1 },
  { code: 240, part: 1 },
  { code: 999, part: 4 },
  { code: 11_000, part: 4 },
];

const invalidCodes: Changes = Object.fromEntries(
  INVALID_CODES.map(({ code, part }) => [
    `an order with the invalid code ${code}`,
    `update orders set codes = '{${code}}', parts = ${part} where codes = '{46}'`,
  ]),
);

/** Changes that break only one invariant of the books and leave all sums as they were. */
export const unnoticed_by_others: Record<string, Changes> = {
  "no order was placed or cancelled while a number of its rounds was known": {
    "a lost order that was refunded": `
      with back as (
        update orders
        set cancelled_at = clock_now() + interval '1 second', cancel_reason = 'a favour'
        where codes = '{99}'
        returning *
      ),
      wallet as (
        update wallets w
        set balance_paise = w.balance_paise + b.total_paise, sequence = w.sequence + 1
        from back b
        where w.user_id = b.user_id
        returning w.*
      ),
      side as (
        update house_side s
        set refunded_paise = s.refunded_paise + b.total_paise, refunded_orders = refunded_orders + 1
        from back b
        where s.draw_id = b.draw_id and s.lane = -2
      )
      insert into ledger (
        user_id, sequence, kind, amount_paise, balance_after_paise, draw_id, order_id
      )
      select w.user_id, w.sequence, 'refund', b.total_paise, w.balance_paise, b.draw_id, b.id
      from back b
      cross join wallet w`,
    "an order placed in a reopened round, whose number was known": `
      update draws
      set
        first_closes_at = first_closes_at + interval '1 day',
        second_closes_at = second_closes_at + interval '1 day';
      update orders set created_at = clock_now() + interval '1 second' where codes = '{99}'`,
  },
  "every win of a voided result is reversed or owed by its player, and no other": {
    "a debt of another player": "update debts set user_id = user_id - 1",
  },
  "every ledger row has its wallet, and the order or payment of its kind": {
    "a ledger row of another draw": "update ledger set draw_id = draw_id + 1 where kind = 'win'",
    "money moved between players by ledger rows of the wrong kind": `
      with taken as (
        update wallets
        set balance_paise = balance_paise - 100, sequence = sequence + 1
        where user_id = (select min(user_id) from orders)
        returning *
      ),
      given as (
        update wallets
        set balance_paise = balance_paise + 100, sequence = sequence + 1
        where user_id = (select max(user_id) from orders)
        returning *
      ),
      moved as (
        select *, 'withdrawal' as kind, -100 as amount from taken
        union all
        select *, 'deposit', 100 from given
      )
      insert into ledger (
        user_id, sequence, kind, amount_paise, balance_after_paise, draw_id, order_id
      )
      select m.user_id, m.sequence, m.kind::ledger_kind, m.amount, m.balance_paise, o.draw_id, o.id
      from moved m
      cross join lateral (
        select draw_id, id from orders where user_id = m.user_id order by id limit 1
      ) o`,
    "wins of two draws with each other's settlement": `
      update ledger
      set settlement_id = (
        select sum(id) from settlements where part = 1 and reversed_at is null
      ) - settlement_id
      where
        kind = 'win' and amount_paise = 80000
        and settlement_id in (select id from settlements where part = 1 and reversed_at is null)`,
  },
  "the plays of every order add up, with distinct selections and positive stakes": {
    "a negative stake that another stake of the order makes up for":
      "update orders set codes = '{98, 99}', stakes_paise = '{2000, -1000}' where codes = '{99}'",
    "a stake of nothing":
      "update orders set codes = '{98, 99}', stakes_paise = '{0, 1000}' where codes = '{99}'",
  },
  "every account has a wallet, which is inactive if the account is": {
    "a wallet without an account": "insert into wallets (user_id) values (1000000)",
    "an account without a wallet": "delete from wallets where sequence = 0",
    "a deactivated account with an active wallet":
      "update users set is_active = false where id = (select min(user_id) from orders)",
  },
  "the parts of every order are those of its plays": {
    ...invalidCodes,
  },
};
