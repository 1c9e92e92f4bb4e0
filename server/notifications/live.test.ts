import { expect, test, vi } from "vitest";
import { transaction } from "../db/transaction.ts";
import { useApp } from "../testing/app.ts";
import { gameOf } from "../testing/game.ts";
import { useStreams } from "../testing/streams.ts";
import { notify } from "./service.ts";

const app = useApp();
const { openStream, eventsOf } = useStreams(app);

test("streams get `missed` when the read for an event fails", async () => {
  const console_error = vi.spyOn(console, "error").mockReturnValue();
  const { id, token } = await gameOf(app).aPlayerWith(0);
  await transaction(app.db, (tx) => notify(tx, [id], "broadcast", 1, { message: "Read this" }));
  const stream = await openStream(app, token);
  const failure = new Error("the database is away");
  vi.spyOn(app.context.unread, "push").mockRejectedValueOnce(failure);
  await app.ask("POST /notifications/read", { as: token, body: { up_to: 1_000_000 } });
  expect(await eventsOf(stream)).toEqual([{ event: "missed", data: {} }]);
  expect(console_error).toHaveBeenCalledExactlyOnceWith(
    expect.stringContaining("an event was not passed on"),
  );
});
