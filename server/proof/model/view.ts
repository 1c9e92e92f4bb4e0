import { sql } from "kysely";
import type { Order } from "../../../contract/orders/schemas.ts";
import type { Context } from "../../context.ts";
import { listOwnOrders } from "../../orders/service.ts";
import { earliestClosing } from "./time.ts";
import { addUp, drawnOn } from "./steps.ts";
import type { ModelOrder, Movement, World } from "./world.ts";
import { partOfPlay, winOf } from "../oracle.ts";

/** The visible state, by which the model and the product are compared. */
export interface View {
  wallets: { balance: number; owed: number; statement: string[] }[];
  orders: Record<string, { status: string; won: number; plays: string[] }>;
  payments: Record<string, string>;
}

const format = ([kind, amount]: Movement): string => `${kind} ${amount}`;

/** The visible state of the model's world. */
export const viewOf = (world: World): View => ({
  wallets: world.wallets.map(({ balance, owed, statement }) => ({
    balance,
    owed,
    statement: statement.map(format),
  })),
  orders: Object.fromEntries(
    Object.entries(world.orders).map(([id, order]) => [
      id,
      { status: statusOf(world, order), won: order.won, plays: playsOf(world, order) },
    ]),
  ),
  payments: Object.fromEntries(
    Object.entries(world.payments).map(([id, { status }]) => [id, status]),
  ),
});

function statusOf(world: World, { is_cancelled, house, day, plays, settled, won }: ModelOrder) {
  if (is_cancelled) return "cancelled";
  if (plays.every((play) => settled.includes(partOfPlay(play)))) return won > 0 ? "won" : "lost";
  return world.now < earliestClosing(house, day, plays) ? "pending" : "confirmed";
}

/** Each selection with its stake, and its win once it is settled. */
function playsOf(world: World, { house, day, plays, settled }: ModelOrder): string[] {
  const drawn = drawnOn(world, house, day);
  return addUp(plays)
    .map((play) => {
      const won = settled.includes(partOfPlay(play)) ? (winOf(play, drawn) ?? null) : null;
      return play.type === "forecast"
        ? `forecast both ${play.forecast_fr} ${play.forecast_sr}: ${play.amount} → ${won}`
        : `${play.type} ${play.round} ${play.number}: ${play.amount} → ${won}`;
    })
    .toSorted();
}

/** The players' ids, and the model's names of orders and payment requests by database id. */
export interface Ids {
  players: number[];
  orders: Map<number, string>;
  payments: Map<number, string>;
}

/** The visible state of the product. */
export async function observe(context: Context, ids: Ids): Promise<View> {
  const [wallets, payments, ...orders] = await Promise.all([
    readWallets(context, ids),
    readPayments(context, ids),
    ...ids.players.map((id) =>
      listOwnOrders(context, id, { status: undefined, limit: 100, skip: 0 }),
    ),
  ]);
  const entries = orders
    .flatMap((page) => page.read())
    .map((order) => [
      ids.orders.get(order.id) ?? `unknown order ${order.id}`,
      { status: order.status, won: order.winning_amount, plays: shownPlays(order) },
    ]);
  return { wallets, payments, orders: Object.fromEntries(entries) };
}

const shownPlays = ({ numbers }: Order): string[] =>
  [
    ...(["direct", "house", "ending"] as const).flatMap((type) =>
      numbers[type].map(
        ({ round, number, amount, won }) => `${type} ${round} ${number}: ${amount} → ${won}`,
      ),
    ),
    ...numbers.forecast.map(
      ({ first, second, amount, won }) => `forecast both ${first} ${second}: ${amount} → ${won}`,
    ),
  ].toSorted();

async function readWallets({ db }: Context, { players }: Ids): Promise<View["wallets"]> {
  const { rows } = await sql<{
    balance_paise: number;
    owed_paise: number;
    statement: { kind: Movement[0]; amount_paise: number }[];
  }>`
    select
      w.balance_paise,
      (select coalesce(sum(amount_paise), 0)::bigint from debts where user_id = w.user_id)
        as owed_paise,
      (
        select coalesce(jsonb_agg(
          jsonb_build_object('kind', kind, 'amount_paise', amount_paise) order by sequence
        ), '[]')
        from ledger
        where user_id = w.user_id
      ) as statement
    from wallets w
    where w.user_id = any (${players})
    order by w.user_id
  `.execute(db);
  return rows.map(({ balance_paise, owed_paise, statement }) => ({
    balance: balance_paise / 100,
    owed: owed_paise / 100,
    statement: statement.map(({ kind, amount_paise }) => format([kind, amount_paise / 100])),
  }));
}

async function readPayments({ db }: Context, ids: Ids): Promise<View["payments"]> {
  const { rows } = await sql<{ id: number; status: string }>`
    select id, status
    from payments
    where user_id = any (${ids.players}) and method_id is not null
  `.execute(db);
  return Object.fromEntries(
    rows.map(({ id, status }) => [ids.payments.get(id) ?? `unknown payment ${id}`, status]),
  );
}
