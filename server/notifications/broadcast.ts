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
 * Tells every account, or every account of a role, a message, and answers how many. Asked again
 * under the same key, by a double tap or a retry, nobody is told again and the first answer is
 * given. Refuses `idempotency_conflict` when the key was used for another message.
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
    if (id === undefined) return answerOf(await findSent(tx, actor.id, key), sent);
    const role = target === "all" ? undefined : target;
    const recipients = await notifyEach(tx, "broadcast", id, everyAccount(role, { message }));
    await updateRecipients(tx, id, recipients);
    await recordChange(tx, actor, "broadcast_sent", id, { after: { target, message, recipients } });
    return { recipients };
  });
}

/** The answer that was given, where the same is asked again. */
function answerOf(earlier: SentBroadcast | undefined, sent: Body<BroadcastRoute>) {
  if (earlier?.target !== sent.target || earlier.message !== sent.message) {
    throw new Refusal("idempotency_conflict");
  }
  return { recipients: earlier.recipients };
}

/** How many accounts a broadcast would reach now, by its target. */
export async function countRecipients({ db }: Context): Promise<Recipients> {
  const counted = { user: 0, agent: 0, admin: 0 };
  for (const { role, accounts } of await countAccounts(db)) counted[role] = accounts;
  return { all: counted.user + counted.agent + counted.admin, ...counted };
}
