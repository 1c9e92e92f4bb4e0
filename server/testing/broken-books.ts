export const PLAYS =
  "the plays of every order add up, with distinct selections and positive stakes";

const ROWS = "every ledger row has its wallet, and the order or payment of its kind";
const WALLETS = "every account has a wallet, which is inactive if the account is";

/** A change that breaks each invariant; it may break others too. */
export const breaks: Record<string, string> = {
  "money in = wallets + house side + withdrawals in progress + money out":
    "update wallets set balance_paise = balance_paise + 1 where balance_paise > 0",
  "no wallet is below zero": `
    alter table wallets drop constraint wallets_balance_not_negative;
    update wallets set balance_paise = -1`,
  [WALLETS]: "delete from users",
  "every wallet is the sum of its ledger rows":
    "update wallets set balance_paise = balance_paise + 1 where balance_paise > 0",
  "every wallet equals the balance of its last ledger row":
    "update wallets set sequence = sequence - 1 where sequence > 0",
  "the ledger rows of every wallet are a gapless chain": "delete from ledger where kind = 'play'",
  "the house side equals the stakes and counts of placed and cancelled orders":
    "update house_side set staked_paise = staked_paise + 1",
  "the winnings of every order equal its ledger rows, less its debts":
    "update orders set won_paise = won_paise + 1 where won_paise > 0",
  "the house side paid what settlements paid, plus the debts of voided ones":
    "update house_side set paid_paise = paid_paise + 1",
  "the payout of every settlement equals its ledger rows":
    "update settlements set winners = winners + 1",
  "every win of a voided result is reversed or owed by its player, and no other":
    "update settlements set reversed_at = clock_now()",
  "every settlement has passed the orders that it counts, and a finished one all orders":
    "update settlements set cursor_order_id = 0, settled_orders = 0",
  "the settled parts of every draw are those with a finished settlement":
    "update draws set settled_parts = 7",
  "no order was placed or cancelled by its player after its earliest round closed":
    "update orders set created_at = created_at + interval '1 day'",
  "no order was placed or cancelled while a number of its rounds was known":
    "update orders set created_at = created_at + interval '1 day'",
  "no idempotency key was used twice within a week": `
    insert into idempotency_keys (user_id, key, request_hash, answer, created_at)
    select user_id, idempotency_key, '', '{}', created_at + interval '6 days' from orders`,
  "every order has its ledger row, draw and wallet":
    "update orders set ledger_sequence = ledger_sequence + 1",
  [ROWS]: "delete from orders",
  "every cancelled order was refunded once, and no other order":
    "update orders set cancelled_at = null",
  "every payment moved the amount of its status":
    "update payments set status = 'rejected' where kind = 'withdrawal'",
  [PLAYS]: "update orders set total_paise = total_paise + 1",
  "the parts of every order are those of its plays": "update orders set parts = 1",
  "every order won what its plays win by the numbers of its draw, as far as settled":
    "update orders set won_paise = won_paise / 8",
  "every draw has the numbers of its published results": "update draws set first_number = 46",
  "every published part with orders has a settlement, and no other part": "delete from settlements",
  "no settlement is unfinished after ten minutes": `
    update settlements set finished_at = null, started_at = clock_now() - interval '11 minutes'`,
};

/** Changes that break only one invariant and leave all sums as they were. */
export const unnoticed_by_others: [what: string, name: string, damage: string][] = [
  [
    "a lost order that was refunded",
    "no order was placed or cancelled while a number of its rounds was known",
    `with back as (
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
  ],
  [
    "an order placed in a reopened round, whose number was known",
    "no order was placed or cancelled while a number of its rounds was known",
    `update draws
    set
      first_closes_at = first_closes_at + interval '1 day',
      second_closes_at = second_closes_at + interval '1 day';
    update orders set created_at = clock_now() + interval '1 second' where codes = '{99}'`,
  ],
  [
    "a debt of another player",
    "every win of a voided result is reversed or owed by its player, and no other",
    "update debts set user_id = user_id - 1",
  ],
  [
    "a ledger row of another draw",
    ROWS,
    "update ledger set draw_id = draw_id + 1 where kind = 'win'",
  ],
  [
    "a negative stake that another stake of the order makes up for",
    PLAYS,
    "update orders set codes = '{98, 99}', stakes_paise = '{2000, -1000}' where codes = '{99}'",
  ],
  [
    "money moved between players by ledger rows of the wrong kind",
    ROWS,
    `with taken as (
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
  ],
  [
    "wins of two draws with each other's settlement",
    ROWS,
    `update ledger
    set settlement_id = (
      select sum(id) from settlements where part = 1 and reversed_at is null
    ) - settlement_id
    where
      kind = 'win' and amount_paise = 80000
      and settlement_id in (select id from settlements where part = 1 and reversed_at is null)`,
  ],
  ["a wallet without an account", WALLETS, "insert into wallets (user_id) values (1000000)"],
  ["an account without a wallet", WALLETS, "delete from wallets where sequence = 0"],
  [
    "a deactivated account with an active wallet",
    WALLETS,
    "update users set is_active = false where id = (select min(user_id) from orders)",
  ],
];
