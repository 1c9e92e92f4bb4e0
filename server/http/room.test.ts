import { expect, test } from "vitest";
import { Refusal } from "../refusal.ts";
import { useApp } from "../testing/app.ts";
import { sendForm } from "../testing/form.ts";
import { aPlayer } from "../testing/makers.ts";
import { createRoom, type Room } from "./room.ts";

const app = useApp();
const busy = new Refusal("busy");

/** A form upload that is in progress until it is ended. */
function aForm(room: Room, user_id: number, bytes: number) {
  let end = () => {};
  const ended = new Promise<void>((resolve) => {
    end = resolve;
  });
  const over = room.share(user_id, async (take) => {
    take(bytes);
    await ended;
  });
  return { end, over };
}

const sharing = (room: Room, user_id: number, bytes: number) =>
  room.share(user_id, async (take) => take(bytes));

test("the forms of one user have a memory limit of their own", async () => {
  const room = createRoom({ bytes: 100, bytes_of_a_user: 10 });
  const first = aForm(room, 1, 6);
  await sharing(room, 1, 4);
  await expect(sharing(room, 1, 5)).rejects.toEqual(busy);
  await sharing(room, 2, 10);
  first.end();
  await first.over;
  await sharing(room, 1, 10);
});

test("all forms together have a memory limit", async () => {
  const room = createRoom({ bytes: 10, bytes_of_a_user: 10 });
  const first = aForm(room, 1, 6);
  await expect(sharing(room, 2, 5)).rejects.toEqual(busy);
  first.end();
  await first.over;
  await sharing(room, 2, 10);
});

test("a form reserves memory chunk by chunk and releases all of it when it fails", async () => {
  const room = createRoom({ bytes: 10, bytes_of_a_user: 10 });
  const growing = room.share(1, async (take) => {
    for (let n = 0; n < 11; n += 1) take(1);
  });
  await expect(growing).rejects.toEqual(busy);
  await sharing(room, 1, 10);
});

test("a deposit over the memory limit is refused as busy and releases its memory", async () => {
  const token = await app.signIn(await aPlayer(app.db));
  const deposit = (kilobytes: number) =>
    sendForm(
      app,
      "/api/wallet/deposit",
      { amount: "500", payment_method: "1", proof: new Blob(["x".repeat(kilobytes * 1_024)]) },
      { authorization: `Bearer ${token}` },
    );
  app.context.room = createRoom({ bytes: 1_024 * 1_024, bytes_of_a_user: 1_024 * 1_024 });
  expect(await deposit(1_025)).toMatchObject({ status: 503, body: { code: "busy" } });
  expect(await deposit(1_024)).toMatchObject({ status: 415, body: { code: "proof_not_an_image" } });
});
