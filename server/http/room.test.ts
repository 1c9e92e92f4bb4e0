import { expect, test } from "vitest";
import { Refusal } from "../refusal.ts";
import { useApp } from "../testing/app.ts";
import { sendForm } from "../testing/form.ts";
import { aPlayer } from "../testing/makers.ts";
import { createRoom, type Room } from "./room.ts";

const app = useApp({ trust_proxy: ["127.0.0.1"] });
const busy = new Refusal("busy");

/** A form upload that is in progress until it is ended. */
function aForm(room: Room, user_id: number, bytes: number, address = "10.0.0.1") {
  let end = () => {};
  const ended = new Promise<void>((resolve) => {
    end = resolve;
  });
  const over = room.share({ user_id, address }, async (take) => {
    take(bytes);
    await ended;
  });
  return { end, over };
}

const sharing = (room: Room, user_id: number, bytes: number, address = "10.0.0.1") =>
  room.share({ user_id, address }, async (take) => take(bytes));

/** Limits that are not reached unless they are given. */
const limitsOf = (limits: Partial<Parameters<typeof createRoom>[0]>) => ({
  bytes: 1_000,
  bytes_of_an_address: 1_000,
  bytes_of_a_user: 1_000,
  ...limits,
});

test("the forms of one user have a memory limit of their own", async () => {
  const room = createRoom(limitsOf({ bytes_of_a_user: 10 }));
  const first = aForm(room, 1, 6);
  await sharing(room, 1, 4);
  await expect(sharing(room, 1, 5)).rejects.toEqual(busy);
  await sharing(room, 2, 10);
  first.end();
  await first.over;
  await sharing(room, 1, 10);
});

test("the forms from one address have a memory limit, and leave the rest to others", async () => {
  const room = createRoom(limitsOf({ bytes: 20, bytes_of_an_address: 10 }));
  const first = aForm(room, 1, 6);
  await expect(sharing(room, 2, 5)).rejects.toEqual(busy);
  await sharing(room, 2, 4);
  await sharing(room, 3, 10, "10.0.0.2");
  first.end();
  await first.over;
  await sharing(room, 2, 10);
});

test("all forms together have a memory limit", async () => {
  const room = createRoom(limitsOf({ bytes: 10 }));
  const first = aForm(room, 1, 6);
  await expect(sharing(room, 2, 5)).rejects.toEqual(busy);
  first.end();
  await first.over;
  await sharing(room, 2, 10);
});

test("a form reserves memory chunk by chunk and releases all of it when it fails", async () => {
  const room = createRoom(limitsOf({ bytes: 10 }));
  const growing = room.share({ user_id: 1, address: "10.0.0.1" }, async (take) => {
    for (let n = 0; n < 11; n += 1) take(1);
  });
  await expect(growing).rejects.toEqual(busy);
  await sharing(room, 1, 10);
});

/** Sends a deposit whose screenshot is not one, so that it is refused after it was read. */
const deposit = (token: string, kilobytes: number, address = "10.0.0.1") =>
  sendForm(
    app,
    "/api/wallet/deposit",
    { amount: "500", payment_method: "1", proof: new Blob(["x".repeat(kilobytes * 1_024)]) },
    { authorization: `Bearer ${token}`, "x-forwarded-for": address },
  );
const BUSY = { status: 503, body: { code: "busy" } };
const READ = { status: 415, body: { code: "proof_not_an_image" } };
const MEGABYTE = 1_024 * 1_024;

test("a deposit over the memory limit is refused as busy and releases its memory", async () => {
  const token = await app.signIn(await aPlayer(app.db));
  const limits = { bytes: MEGABYTE, bytes_of_an_address: MEGABYTE, bytes_of_a_user: MEGABYTE };
  app.context.room = createRoom(limits);
  expect(await deposit(token, 1_025)).toMatchObject(BUSY);
  expect(await deposit(token, 1_024)).toMatchObject(READ);
});

test("deposits count for their player", async () => {
  const player = await aPlayer(app.db);
  const [token, of_another] = [await app.signIn(player), await app.signIn(await aPlayer(app.db))];
  const limits = { bytes: 2 * MEGABYTE, bytes_of_an_address: 2 * MEGABYTE };
  app.context.room = createRoom({ ...limits, bytes_of_a_user: MEGABYTE });
  const other = aForm(app.context.room, player.id, 1_024);
  expect(await deposit(token, 1_024)).toMatchObject(BUSY);
  expect(await deposit(of_another, 1_024)).toMatchObject(READ);
  other.end();
  await other.over;
  expect(await deposit(token, 1_024)).toMatchObject(READ);
});

test("deposits count for their address, an IPv6 one for its network", async () => {
  const token = await app.signIn(await aPlayer(app.db));
  const limits = { bytes: 2 * MEGABYTE, bytes_of_an_address: MEGABYTE };
  app.context.room = createRoom({ ...limits, bytes_of_a_user: 2 * MEGABYTE });
  const other = aForm(app.context.room, 0, 1_024, "2001:db8:0:1::");
  expect(await deposit(token, 1_024, "2001:db8:0:1::7")).toMatchObject(BUSY);
  expect(await deposit(token, 1_024, "2001:db8:0:2::7")).toMatchObject(READ);
  other.end();
  await other.over;
  expect(await deposit(token, 1_024, "2001:db8:0:1::7")).toMatchObject(READ);
});
