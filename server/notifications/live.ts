import * as z from "zod/mini";
import { toRupees } from "../../contract/money.ts";
import { LiveEvent } from "../../contract/notifications/schemas.ts";
import type { Context } from "../context.ts";
import { eventsOf, unreadEvent } from "./answer.ts";
import { BALANCE, EVERYBODY, NOTIFIED, READ } from "./channels.ts";
import { listNews } from "./sql.ts";

/** Users that are asked about with one statement. */
const MAX_USERS = 2_000;

/**
 * Passes on what any process says to the screens that are open on this one. What it has to look up
 * it looks up one after the other: of two readings of a balance the later arrives later.
 */
export function passOnEvents(context: Context): void {
  const { log, listener, streams, sessions, unread, balances } = context;
  let last: Promise<void> = Promise.resolve();
  const inTurn = (work: () => unknown) => {
    last = last.then(work).then(
      () => undefined,
      (error: unknown) => {
        log.error({ err: error }, "an event was not passed on");
        tellMissed();
      },
    );
  };
  const tellMissed = () => streams.sendToAll({ event: "missed", data: {} });

  listener.hear(EVERYBODY, (payload) =>
    inTurn(() => streams.sendToAll(z.parse(LiveEvent, JSON.parse(payload)))),
  );
  listener.hear(NOTIFIED, (payload) => {
    const [kind = "", subject = ""] = payload.split(" ");
    inTurn(() => passOnNews(context, kind, Number(subject)));
  });
  listener.hear(READ, (payload) => {
    const user_id = Number(payload);
    if (!streams.has(user_id)) return;
    inTurn(async () => streams.sendTo(user_id, unreadEvent(await unread.push(user_id), null)));
  });
  listener.hear(BALANCE, (payload) => {
    const user_id = Number(payload);
    if (!streams.has(user_id)) return;
    inTurn(async () => {
      const balance = toRupees(await balances.push(user_id));
      streams.sendTo(user_id, { event: "balance_changed", data: { balance, reason: "payment" } });
    });
  });
  listener.whenListening(tellMissed);
  sessions.whenEnding((user_id) => void streams.check(user_id));
}

/** Looks for the users on our streams among those who have been told of a subject. */
async function passOnNews({ db, streams }: Context, kind: string, subject_id: number) {
  const users = streams.users();
  for (let start = 0; start < users.length; start += MAX_USERS) {
    const some = users.slice(start, start + MAX_USERS);
    for (const row of await listNews(db, kind, subject_id, some)) {
      streams.sendTo(row.user_id, ...eventsOf(row, subject_id));
    }
  }
}
