import * as z from "zod/mini";
import { toRupees } from "../../contract/money.ts";
import { LiveEvent } from "../../contract/notifications/schemas.ts";
import type { Context } from "../context.ts";
import { eventsOf, unreadEvent } from "./answer.ts";
import { BALANCE, EVERYBODY, NOTIFIED, READ } from "./channels.ts";
import { listDeliveries } from "./sql.ts";

/** The most users that one statement reads notifications for, and that get them in one turn. */
const MAX_USERS = 500;

/**
 * Forwards messages from every process to the event streams that are open on this one. Messages may
 * need a query, so it handles one at a time: a balance that was read later is also sent later.
 */
export function passOnEvents(context: Context): void {
  const { log, listener, streams, sessions, unread, balances } = context;
  let last: Promise<void> = Promise.resolve();
  const enqueue = (work: () => unknown) => {
    last = last.then(work).then(
      () => undefined,
      (error: unknown) => {
        log.error({ err: error }, "an event was not passed on");
        return sendMissed();
      },
    );
  };
  const sendMissed = () => streams.sendToAll({ event: "missed", data: {} });

  listener.subscribe(EVERYBODY, (payload) =>
    enqueue(() => streams.sendToAll(z.parse(LiveEvent, JSON.parse(payload)))),
  );
  listener.subscribe(NOTIFIED, (payload) => {
    const [kind = "", subject = ""] = payload.split(" ");
    enqueue(() => sendNotifications(context, kind, Number(subject)));
  });
  listener.subscribe(READ, (payload) => {
    const user_id = Number(payload);
    if (!streams.has(user_id)) return;
    enqueue(async () => streams.sendTo(user_id, unreadEvent(await unread.push(user_id), null)));
  });
  listener.subscribe(BALANCE, (payload) => {
    const [user = "", reason] = payload.split(" ");
    const user_id = Number(user);
    if (!streams.has(user_id)) return;
    enqueue(async () => {
      const balance = toRupees(await balances.push(user_id));
      const data = { balance, reason };
      streams.sendTo(user_id, z.parse(LiveEvent, { event: "balance_changed", data }));
    });
  });
  listener.onListening(() => enqueue(sendMissed));
  // Orders through another process are no events here (docs/decisions/003).
  let was_alone = true;
  const renewHeartbeat = async (at: string) => {
    const is_alone = (await listener.listPeers()).length === 1;
    if (is_alone && !was_alone) enqueue(sendMissed);
    if (is_alone) enqueue(() => streams.setHeartbeat({ event: "heartbeat", data: { at } }));
    was_alone = is_alone;
  };
  listener.onCaughtUp((at) => {
    renewHeartbeat(at).catch((error: unknown) =>
      log.warn({ err: error }, "the heartbeat of the streams was not renewed"),
    );
  });
  sessions.whenEnding((user_id) => void streams.check(user_id));
}

/** Sends the notifications about a subject to the recipients who have an open stream here. */
async function sendNotifications({ db, streams }: Context, kind: string, subject_id: number) {
  const users = streams.users();
  for (let start = 0; start < users.length; start += MAX_USERS) {
    const chunk = users.slice(start, start + MAX_USERS);
    for (const row of await listDeliveries(db, kind, subject_id, chunk)) {
      streams.sendTo(row.user_id, ...eventsOf(row, subject_id));
    }
  }
}
