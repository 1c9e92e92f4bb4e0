import type { QueryClient, QueryKey } from "@tanstack/react-query";
import type { LiveEvent } from "../../../contract/notifications/schemas.ts";
import { apiQuery } from "../../lib/query.ts";
import { showBalance } from "../../lib/session.ts";
import type { Notification } from "../../notifications/api.ts";
import { showUnread } from "../../notifications/unread.ts";
import { type Published, showNumbers } from "./numbers.ts";
import { later, renew, renewAll, renewOrdersOf, type When } from "./renew.ts";

/**
 * Times of what everybody's screens do at the same event. The numbers themselves are in it and
 * stand at once; only what checks them and follows from them is asked for, and not by all at once.
 */
const CHECK: When = { after_ms: 1_000, within_ms: 4_000 };
const MISSED: When = { within_ms: 2_000 };
/** When few orders were to be settled, and when many were. */
const SETTLED: readonly When[] = [
  { after_ms: 1_000, within_ms: 2_000 },
  { after_ms: 10_000, within_ms: 10_000 },
];
/** When the answers to calls that were under way are here. */
const ANSWERED: When = { after_ms: 250, within_ms: 500 };
/** A balance that came less long ago may be newer than one of which an event tells now. */
const RECENT_MS = 2_000;

/** Brings what is loaded up to date with what has happened. Events of a newer server are passed. */
export function takeEvent(client: QueryClient, told: LiveEvent): void {
  switch (told.event) {
    case "result_published":
      showNumbers(client, told.data);
      return followNumbers(client, told.data);
    case "result_voided":
      // Which numbers are now the latest of the house, the event does not say.
      renew(client, [["GET /results/latest"]], { within_ms: 500 });
      return followNumbers(client, told.data);
    case "balance_changed":
      return takeBalance(client, told.data);
    case "payment_decided":
      return renew(client, [["GET /wallet/requests"]]);
    case "notification":
      showUnread(client, told.data.unread);
      if (told.data.notification) takeNotification(client, told.data.notification);
      return undefined;
    case "missed":
      return renewAll(client, MISSED);
    default:
      return undefined;
  }
}

function followNumbers(client: QueryClient, draw: Published): void {
  renew(client, [["GET /results"], ["GET /houses/{id}/can-play", { id: draw.house_id }]], CHECK);
  // Reads that were under way may bring the numbers from before.
  if (client.isFetching({ queryKey: ["GET /results/latest"] }) > 0) {
    renew(client, [["GET /results/latest"]]);
  }
  // Orders are settled after the numbers are out. Nobody is told of an order that has lost.
  for (const when of SETTLED) renewOrdersOf(client, draw, when);
}

/** Whoever is told of money finds it where money stands. */
function takeNotification(client: QueryClient, { kind }: Notification): void {
  renew(client, [["GET /notifications"]], kind === "broadcast" ? { within_ms: 500 } : {});
  if (kind === "broadcast" || kind.startsWith("payment_")) return;
  renew(client, [["GET /orders"], ["GET /orders/{id}"]]);
}

/**
 * An event's balance may be older than one that an answer brought. It is shown at once when no
 * answer is under way or has just come, and in any case the server is asked for it soon after;
 * what it answers then is newer than the event. So is what moved the money, on another screen.
 */
function takeBalance(client: QueryClient, { balance, reason }: Moved): void {
  renew(client, [["GET /wallet/transactions"]]);
  const { queryKey } = apiQuery("GET /auth/me");
  const shown = () => client.getQueryData<{ wallet_balance: number }>(queryKey)?.wallet_balance;
  // One's own order: its answer came first.
  if (shown() === balance) return;
  const isQuiet =
    client.isMutating() === 0 &&
    client.isFetching({ predicate: ({ queryKey: [route] }) => tellsBalance(route) }) === 0 &&
    Date.now() - (client.getQueryState(queryKey)?.dataUpdatedAt ?? 0) > RECENT_MS;
  if (isQuiet) showBalance(client, balance);
  later(ANSWERED, () => {
    if (!isQuiet && shown() === balance) return;
    renew(client, [["GET /auth/me"], ["GET /wallet/balance"], ...MOVED_BY[reason]]);
  });
}

type Moved = Extract<LiveEvent, { event: "balance_changed" }>["data"];

/** What has changed with the money and no notification tells of. */
const MOVED_BY: Record<Moved["reason"], readonly QueryKey[]> = {
  play: [["GET /orders"], ["GET /orders/{id}"]],
  refund: [["GET /orders"], ["GET /orders/{id}"]],
  payment: [["GET /wallet/requests"]],
  win: [],
  reversal: [],
};

const tellsBalance = (route: unknown): boolean =>
  route === "GET /auth/me" || route === "GET /wallet/balance";
