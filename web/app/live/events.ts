import type { QueryClient, QueryKey } from "@tanstack/react-query";
import type { LiveEvent } from "../../../contract/notifications/schemas.ts";
import { apiQuery } from "../../lib/query.ts";
import { showBalance } from "../../lib/session.ts";
import type { Notification } from "../../notifications/api.ts";
import { showUnread } from "../../notifications/unread.ts";
import { type Published, showNumbers } from "./numbers.ts";
import { later, renew, renewAll, renewOrdersOf, type When } from "./renew.ts";

/**
 * When screens refetch after an event that all of them receive. The event carries the numbers,
 * which are shown at once; refetches that check them, or follow from them, are spread over some
 * seconds so that not all clients ask at the same moment.
 */
const CHECK: When = { after_ms: 1_000, within_ms: 4_000 };
const MISSED: When = { within_ms: 2_000 };
const SETTLED: When = { within_ms: 2_000 };
/** When the responses to requests in flight have arrived. */
const ANSWERED: When = { after_ms: 250, within_ms: 500 };
/** A balance fetched within this time may be newer than that of an event. */
const RECENT_MS = 2_000;

/** Updates the loaded data after an event. Unknown events, of a newer server, are ignored. */
export function takeEvent(client: QueryClient, told: LiveEvent): void {
  switch (told.event) {
    case "result_published":
      showNumbers(client, told.data);
      return followNumbers(client, told.data);
    case "result_voided":
      // The event does not say which numbers are now the latest of the house.
      renew(client, [["GET /results/latest"]], { within_ms: 500 });
      return followNumbers(client, told.data);
    case "result_settled":
      // There is no notification of a lost order.
      return renewOrdersOf(client, told.data, SETTLED);
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
  // Requests in flight may return the previous numbers.
  if (client.isFetching({ queryKey: ["GET /results/latest"] }) > 0) {
    renew(client, [["GET /results/latest"]]);
  }
}

/** Refetches the notifications, and the orders that a notification may concern. */
function takeNotification(client: QueryClient, { kind }: Notification): void {
  renew(client, [["GET /notifications"]], kind === "broadcast" ? { within_ms: 500 } : {});
  if (kind === "broadcast" || kind.startsWith("payment_")) return;
  renew(client, [["GET /orders"], ["GET /orders/{id}"]]);
}

/**
 * The balance of an event may be older than one from a response. It is shown at once only if no
 * request is in flight and none has just finished; in any case the balance is refetched soon after,
 * together with what moved the money, and that response is newer than the event.
 */
function takeBalance(client: QueryClient, { balance, reason }: Moved): void {
  renew(client, [["GET /wallet/transactions"]]);
  const { queryKey } = apiQuery("GET /auth/me");
  const shown = () => client.getQueryData<{ wallet_balance: number }>(queryKey)?.wallet_balance;
  // This screen's own order, whose response came first.
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

/** Data that changed with the money and has no notification of its own. */
const MOVED_BY: Record<Moved["reason"], readonly QueryKey[]> = {
  play: [["GET /orders"], ["GET /orders/{id}"]],
  refund: [["GET /orders"], ["GET /orders/{id}"]],
  payment: [["GET /wallet/requests"]],
  win: [],
  reversal: [],
};

const tellsBalance = (route: unknown): boolean =>
  route === "GET /auth/me" || route === "GET /wallet/balance";
