import type { notificationRoutes } from "../../contract/notifications/routes.ts";
import type { Recipients } from "../../contract/notifications/schemas.ts";
import type { Body, Reply } from "../../contract/route.ts";
import { recordChange } from "../audit/service.ts";
import type { Context } from "../context.ts";
import { transaction } from "../db/transaction.ts";
import type { Actor } from "../http/access.ts";
import { Refusal } from "../refusal.ts";
import {
  findSent,
  insertBroadcast,
  type SentBroadcast,
  updateRecipients,
} from "./broadcast-sql.ts";
import { notifyEach } from "./service.ts";
import { countAccounts, everyAccount } from "./sql.ts";

type BroadcastRoute = (typeof notificationRoutes)["POST /admin/broadcast"];

/**
 * Sends a message to every account, or to every account of a role, and returns the number of
 * recipients. A repeated request with the same idempotency key, such as a double tap or a retry,
 * sends nothing and returns the first reply. Refuses `idempotency_conflict` when the key was used
 * for another message or target.
 */
export async function broadcast(
  { db }: Context,
  actor: Actor,
  sent: Body<BroadcastRoute>,
  key: string,
): Promise<Reply<BroadcastRoute>> {
  const { target, message } = sent;
  return transaction(db, async (tx) => {
    const id = await insertBroadcast(tx, { target, message, sent_by: actor.id, key });
    if (id === undefined) return replyOf(await findSent(tx, actor.id, key), sent);
    const role = target === "all" ? undefined : target;
    const recipients = await notifyEach(tx, "broadcast", id, everyAccount(role, { message }));
    await updateRecipients(tx, id, recipients);
    await recordChange(tx, actor, "broadcast_sent", id, { after: { target, message, recipients } });
    return { recipients };
  });
}

/** The reply of the earlier request, if it was the same. */
function replyOf(earlier: SentBroadcast | undefined, sent: Body<BroadcastRoute>) {
  if (earlier?.target !== sent.target || earlier.message !== sent.message) {
    throw new Refusal("idempotency_conflict");
  }
  return { recipients: earlier.recipients };
}

/** How many accounts a broadcast to each target would reach now. */
export async function countRecipients({ db }: Context): Promise<Recipients> {
  const counts = { user: 0, agent: 0, admin: 0 };
  for (const { role, accounts } of await countAccounts(db)) counts[role] = accounts;
  return { all: counts.user + counts.agent + counts.admin, ...counts };
}
