/**
 * Changes of the database, by what they do. Statements are separated by semicolons. A change with
 * `±` is made twice, once with more and once with less.
 */
export type Changes = Record<string, string>;

const TOTALS = ["staked_paise", "refunded_paise", "placed_orders", "refunded_orders"];

const wrongTotals: Changes = Object.fromEntries(
  TOTALS.flatMap((total) => [
    [`a wrong ${total}`, `update house_side set ${total} = ${total} ± 1 where ${total} > 0`],
    [
      `${total} of a lane without orders`,
      `insert into house_side (draw_id, lane, ${total})
      select draw_id, -3, 1 from house_side where refunded_orders > 0`,
    ],
    [
      `${total} of a draw without orders`,
      `insert into house_side (draw_id, lane, ${total}) values (1000000, 0, 1)`,
    ],
  ]),
);

/** A second version of the rates, of which every play wins twice as much. */
export const DOUBLED = "insert into rates select 2, bet_type, 2 * multiplier from rates";

/** Changes that break each invariant of the books; they may break others too. */
export const breaks: Record<string, Changes> = {
  "money in = wallets + house side + withdrawals in progress + money out": {
    "money that came from nowhere or is lost":
      "update wallets set balance_paise = balance_paise ± 1 where balance_paise > 0",
  },
  "no wallet is below zero": {
    "a negative balance": `
      alter table wallets drop constraint wallets_balance_not_negative;
      update wallets set balance_paise = -1`,
  },
  "every account has a wallet, which is inactive if the account is": {
    "wallets without accounts": "delete from users",
  },
  "every wallet is the sum of its ledger rows": {
    "a balance that the ledger does not explain":
      "update wallets set balance_paise = balance_paise ± 1 where balance_paise > 0",
    "a balance without ledger rows": "delete from ledger",
  },
  "every wallet equals the balance of its last ledger row": {
    "a wallet that is behind its ledger":
      "update wallets set sequence = sequence - 1 where sequence > 0",
    "a wallet whose last ledger row is lost": "delete from ledger",
    "a balance that differs from the last ledger row":
      "update wallets set balance_paise = balance_paise ± 1 where balance_paise > 0",
    "a balance without a movement": "update wallets set balance_paise = 1 where sequence = 0",
  },
  "the ledger rows of every wallet are a gapless chain": {
    "lost ledger rows of stakes": "delete from ledger where kind = 'play'",
    "a ledger row of the wrong amount":
      "update ledger set amount_paise = amount_paise ± 1 where kind = 'play'",
    "a first ledger row of the wrong amount":
      "update ledger set amount_paise = amount_paise ± 1 where sequence = 1",
    "numbers of ledger rows that do not begin at one":
      "update ledger set sequence = sequence + 1000000",
    "a gap between the numbers of ledger rows":
      "update ledger set sequence = sequence + 1000000 where sequence > 1",
  },
  "the house side equals the stakes and counts of placed and cancelled orders": {
    ...wrongTotals,
    "orders without their house side": "delete from house_side",
  },
  "the winnings of every order equal its ledger rows, less its debts": {
    "winnings that differ from the ledger":
      "update orders set won_paise = won_paise + 1 where won_paise > 0",
    "ledger rows of orders that won nothing": "update orders set won_paise = 0",
    "winnings taken back that were never paid":
      "update orders set won_paise = 0; delete from ledger where kind = 'win'",
    "winnings without a ledger row": "update orders set won_paise = 1000 where codes = '{99}'",
  },
  "the house side paid what settlements paid, plus the debts of voided ones": {
    "a wrong paid_paise": "update house_side set paid_paise = paid_paise ± 1",
    "payouts without their house side": "delete from house_side",
    "payouts of the house side without settlements": "delete from settlements; delete from debts",
    "a paid_paise of a lane without payouts": `
      insert into house_side (draw_id, lane, paid_paise)
      select draw_id, -3, 1 from house_side where paid_paise > 0`,
  },
  "the payout of every settlement equals its ledger rows": {
    "a wrong count of winners": "update settlements set winners = winners ± 1 where winners > 0",
    "a settlement whose ledger rows are lost": "delete from ledger where kind = 'win'",
    "a payout of the wrong amount":
      "update settlements set paid_paise = paid_paise ± 1 where winners > 1",
  },
  "every win of a voided result is reversed or owed by its player, and no other": {
    "wins of a voided result that stand": "update settlements set reversed_at = clock_now()",
    "a win taken back though its result stands": `
      delete from settlements where reversed_at is null;
      delete from debts;
      update settlements set reversed_at = null`,
  },
  "every settlement has passed the orders that it counts, and a finished one all orders": {
    "a finished settlement that has not begun":
      "update settlements set cursor_order_id = 0, settled_orders = 0",
    "a wrong count of settled orders":
      "update settlements set settled_orders = settled_orders ± 1 where reversed_at is null",
    "an unfinished settlement that counts orders ahead of it":
      "update settlements set cursor_order_id = 0, finished_at = null",
    "a finished settlement that has left out an order": `
      update settlements s
      set
        settled_orders = settled_orders - 1,
        cursor_order_id = (
          select max(id) - 1 from orders o where o.draw_id = s.draw_id and o.parts & s.part <> 0
        )`,
  },
  "the settled parts of every draw are those with a finished settlement": {
    "a settled part without a settlement": "update draws set settled_parts = 7",
    "a settled part of a voided result": "update settlements set reversed_at = clock_now()",
    "an unsettled part of a finished settlement": "update draws set settled_parts = 0",
    "a settled part of an unfinished settlement": "update settlements set finished_at = null",
  },
  "no order was placed or cancelled by its player after its earliest round closed": {
    "an order placed a day late": "update orders set created_at = created_at + interval '1 day'",
    "an order whose created_at is the instant of closing": `
      update orders o
      set created_at = d.first_closes_at
      from draws d
      where d.id = o.draw_id and o.codes = '{99}'`,
    "a forecast placed when only the first round had closed": `
      update orders o
      set created_at = d.first_closes_at
      from draws d
      where d.id = o.draw_id and o.parts = 4`,
    "an order whose cancelled_at is the instant of closing": `
      update orders o
      set cancelled_at = d.first_closes_at
      from draws d
      where d.id = o.draw_id and o.codes = '{99}'`,
  },
  "no order was placed or cancelled while a number of its rounds was known": {
    "an order placed a day late": "update orders set created_at = created_at + interval '1 day'",
    "an order placed while the number of its second round was known": `
      update draws set second_closes_at = clock_now() + interval '1 day';
      update orders set created_at = clock_now() where codes = '{199}'`,
    "an order placed while only the number of its first round was known": `
      update draws set first_closes_at = first_closes_at + interval '1 hour';
      update orders
      set created_at = (select created_at from orders where codes = '{199}')
      where codes = '{99}'`,
    "a forecast placed while only the number of its first round was known": `
      update orders
      set created_at = (select created_at from orders where codes = '{199}')
      where parts = 4`,
    "a forecast placed while only the number of its second round was known": `
      update results set published_at = null where second_round is null;
      update orders set created_at = clock_now() where parts = 4`,
    "a forecast cancelled by its player while only the first number was known": `
      update orders
      set cancelled_at = (select created_at from orders where codes = '{199}')
      where parts = 4`,
    "a forecast voided while both numbers were known":
      "update orders set cancelled_at = clock_now(), cancel_reason = 'a favour' where parts = 4",
    "plays of a known number that were split off and voided with the others":
      "update orders set parts = 7 where split_from is not null",
  },
  "no idempotency key was used twice within a week": {
    "an order's key used again after six days": `
      insert into idempotency_keys (user_id, key, request_hash, answer, created_at)
      select user_id, idempotency_key, '', '{}', created_at + interval '6 days' from orders`,
    "two orders with the same key": `
      update orders
      set idempotency_key = '00000000-0000-7000-8000-000000000001', created_at = clock_now()
      where id in (select min(id) from orders group by play_date)`,
  },
  "every order has its ledger row, draw and wallet": {
    "an order that names another ledger row":
      "update orders set ledger_sequence = ledger_sequence ± 1",
    "an order whose ledger row is another player's": `
      update orders o
      set user_id = (select min(w.user_id) from wallets w where w.user_id <> o.user_id)`,
    "an order whose ledger row is lost": "delete from ledger where kind = 'play'",
    "a lost draw": "delete from draws",
    "a lost draw on a day with others":
      "delete from draws where id = (select min(draw_id) from orders)",
    "a draw of another day": "update draws set play_date = play_date + 100",
    "lost wallets of players": "delete from wallets",
    "an order without the stake that was split off":
      "delete from orders where split_from is not null",
    "an order that was split off one of another stake":
      "update orders set split_from = split_from - 1 where split_from is not null",
    "a split order of another draw":
      "update orders set draw_id = draw_id - 1 where split_from is not null",
    "orders with the ledger row of another":
      "update ledger set order_id = (select max(id) from orders) where kind = 'play'",
    "an order whose ledger row has another amount":
      "update ledger set amount_paise = amount_paise ± 1 where kind = 'play'",
  },
  "every ledger row has its wallet, and the order or payment of its kind": {
    "ledger rows of lost orders": "delete from orders",
    "lost wallets of ledger rows": "delete from wallets",
    "orders of other players": "update orders set user_id = user_id ± 1",
    "payments of other players": "update payments set user_id = user_id ± 1",
    "a refund of an order that does not exist": `
      update ledger set order_id = 1000000 + order_id, draw_id = null
      where kind = 'refund' and order_id is not null`,
    "a refund of a payment that does not exist":
      "update ledger set payment_id = 1000000 where kind = 'refund' and payment_id is not null",
    "wins of lost settlements": "delete from settlements",
    "a stake for no draw": "update ledger set draw_id = null where kind = 'play'",
    "a stake for a payment": `
      update ledger l
      set
        order_id = null, draw_id = null,
        payment_id = (select max(id) from payments p where p.user_id = l.user_id)
      where kind = 'play' and order_id in (select id from orders where codes = '{99}')`,
    "a deposit for an order":
      "update ledger set kind = 'deposit', settlement_id = null where kind = 'win'",
    "a withdrawal for an order": "update ledger set kind = 'withdrawal' where kind = 'play'",
    "a stake for another draw": "update ledger set draw_id = draw_id + 1 where kind = 'play'",
    "the order of another stake": "update orders set ledger_sequence = ledger_sequence ± 1",
  },
  "every cancelled order was refunded once, and no other order": {
    "a refund of an order that is not cancelled": "update orders set cancelled_at = null",
    "a lost refund": "delete from ledger where kind = 'refund'",
    "a refund of another amount":
      "update ledger set amount_paise = amount_paise + 1 where kind = 'refund'",
    "a refund of no order": `
      insert into ledger (
        user_id, sequence, kind, amount_paise, balance_after_paise, draw_id, order_id
      )
      select
        user_id, sequence + 100, kind, amount_paise, balance_after_paise, draw_id,
        1000000 + order_id
      from ledger
      where kind = 'refund' and order_id is not null`,
  },
  "every payment moved the amount of its status": {
    "a rejected withdrawal without its refund":
      "update payments set status = 'rejected' where kind = 'withdrawal' and status = 'approved'",
    "a lost deposit": "delete from ledger where kind = 'deposit'",
    "a deposit of another amount":
      "update ledger set amount_paise = amount_paise ± 1 where kind = 'deposit'",
    "a lost withdrawal": "delete from ledger where kind = 'withdrawal'",
    "a withdrawal of another amount":
      "update ledger set amount_paise = amount_paise ± 1 where kind = 'withdrawal'",
    "a lost refund": "delete from ledger where kind = 'refund'",
    "a refund of another amount":
      "update ledger set amount_paise = amount_paise + 1 where kind = 'refund'",
  },
  "the plays of every order add up, with distinct selections and positive stakes": {
    "a total that differs from the stakes": "update orders set total_paise = total_paise + 1",
    "the same selection twice":
      "update orders set codes = array_fill(codes[1], array[cardinality(codes)])",
    "a null among an order's plays":
      "update orders set codes = array_replace(codes, codes[1], null)",
    "an order without plays": "update orders set codes = '{}', stakes_paise = '{}'",
  },
  "the parts of every order are those of its plays": {
    "forecasts among the plays of one round": "update orders set parts = 1",
    "an order without plays": "update orders set codes = '{}', stakes_paise = '{}'",
  },
  "every order won what its plays win by the numbers of its draw, as far as settled": {
    "winnings at a lower rate": "update orders set won_paise = won_paise / 8",
    "winnings at a higher rate": "update orders set won_paise = 2 * won_paise",
    "winnings of an order that is not settled yet": "update settlements set cursor_order_id = 0",
    "an order with unknown rates": "update orders set rates_version = 2",
    "winnings that do not follow from the order's own rates": `
      ${DOUBLED};
      update orders set rates_version = 2`,
  },
  "every draw has the numbers of its published results": {
    "another number than the published one": "update draws set first_number = 46",
    "numbers of a draw that has no result":
      "update draws set first_number = 45 where first_number is null",
    "a wrong second number": "update draws set second_number = 46",
    "a second number of a draw that has no result for it":
      "update draws set second_number = 10 where second_number is null",
    "numbers of results that are not published": "update results set published_at = null",
    "a published result that has no draw": "delete from draws",
    "numbers of a voided result": "update results set voided_at = clock_now()",
  },
  "every published part with orders has a settlement, and no other part": {
    "lost settlements": "delete from settlements",
    "a lost settlement of a forecast": "delete from settlements where part = 4",
    "a lost settlement of a result that was published again": `
      delete from settlements
      where reversed_at is null and draw_id in (select max(draw_id) from settlements)`,
    "settlements of a number that is lost": "update draws set second_number = null",
    "a settlement of a part that is not decided":
      "update settlements set part = 2 where draw_id in (select max(draw_id) from settlements)",
  },
  "no settlement is unfinished after ten minutes": {
    "a settlement that began eleven minutes ago":
      "update settlements set finished_at = null, started_at = clock_now() - interval '11 minutes'",
  },
};
