import { expect, type Page, type Response } from "@playwright/test";
import { playNumber, publish, TODAY } from "./draws.ts";
import { requestDeposit, decide, giveMoney } from "./money.ts";
import { type Account, ADMIN, openLive, Product, signIn, test as base } from "./product.ts";

const NOON = `${TODAY}T12:00:00+05:30`;
const EVENING = `${TODAY}T21:00:00+05:30`;

interface Fixtures {
  /** A second server process on the product's database. Its clock starts at noon too. */
  other: Product;
  /** A player with ₹100. */
  player: Account;
}

// Its own clock gives this file its own product: these tests kill and restart it.
const test = base.extend<Fixtures>({
  other: async ({ product }, use) => {
    const other = new Product({ sharesDatabaseOf: product });
    try {
      await other.start(NOON);
      await use(other);
    } finally {
      await other.remove();
    }
  },
  player: async ({ product }, use) => {
    const player = await product.signUp();
    await giveMoney(product, player, 100);
    await use(player);
  },
});
test.use({ clock: NOON });

test.describe("an open screen that another server process serves", () => {
  test("shows a published result at once, and notifies and credits its winner only", async ({
    page,
    openPage,
    product,
    other,
    player,
  }) => {
    const house = await playedHouse(product, player);
    await openLive(page, player);
    await expect(page.getByRole("row", { name: house.name })).toContainText("Pending");
    await expect(balance(page)).toContainText("₹90.00");
    const stranger = await openPage();
    await openLive(stranger, await product.signUp("Stranger"));

    await other.stop();
    await other.start(EVENING);
    const notice = page.getByRole("status").filter({ hasText: "You won ₹800.00" });
    await Promise.all([
      publish(other, { house_id: house.id, second_round: 45 }),
      // A toast, which vanishes.
      expect(notice).toContainText(`${house.name}, 20 Nov 2026`),
    ]);
    for (const screen of [page, stranger]) {
      const line = screen.getByRole("listitem").filter({ hasText: house.name });
      await expect(line).toContainText("45");
    }
    await expect(balance(page)).toContainText("₹890.00");
    await expect(bell(page)).toHaveAccessibleName(/2 unread/);
    await expect(page.getByRole("row", { name: house.name })).toContainText("Won");
    await expect(balance(stranger)).toContainText("₹0.00");
    await expect(bell(stranger)).toHaveAccessibleName("Notifications");
  });

  test("adds a result to the list of its house only", async ({ page, product, other, player }) => {
    const [house, another] = [await aHouse(product), await aHouse(product)];
    await other.stop();
    await other.start(EVENING);
    await openLive(page, player, `/app/results?house=${house.id}`);
    await expect(page.getByText("No results yet")).toBeVisible();
    await publish(other, { house_id: another.id, second_round: 45 });
    await publish(other, { house_id: house.id, second_round: 45 });
    const results = page.getByRole("tabpanel");
    await expect(results.getByText(house.name)).toHaveCount(2);
    await expect(results.getByText(another.name)).toHaveCount(1);
  });

  test("shows the decision about a payment request", async ({ page, product, other, player }) => {
    const request = await requestDeposit(product, player, { amount: 500 });
    await openLive(page, player, "/app/wallet?tab=balance&view=requests");
    const row = page.getByRole("region", { name: "Requests" }).getByRole("listitem").first();
    await expect(row).toContainText("Pending");
    await decide(other, request.id, "approve");
    await expect(page.getByRole("status").filter({ hasText: "Deposit approved" })).toContainText(
      "₹500.00 is in your wallet.",
    );
    await expect(row).toContainText("Approved");
    await expect(page.getByRole("region", { name: "Balance" })).toContainText("₹600.00");
    await expect(bell(page)).toHaveAccessibleName(/2 unread/);
  });

  test("shows a broadcast", async ({ page, other, player }) => {
    await openLive(page, player, "/app/rules");
    await broadcast(other, "No game on Sunday");
    const notice = page.getByRole("status").filter({ hasText: "Message from the operator" });
    await expect(notice).toContainText("No game on Sunday");
    await expect(bell(page)).toHaveAccessibleName(/2 unread/);
  });
});

test("after a restart of the server, missed and new notifications are shown", async ({
  page,
  product,
  player,
}) => {
  await openLive(page, player);
  await product.kill();
  const connected = page.waitForResponse("**/api/events*");
  await product.start(NOON);
  await broadcast(product, "Sent while disconnected");
  await giveMoney(product, player, 200);
  await expect(bell(page)).toHaveAccessibleName(/3 unread/, { timeout: 60_000 });
  await expect(balance(page)).toContainText("₹300.00");
  // The bell is polled as well while the event stream is down, so wait for the stream.
  await connected;
  await broadcast(product, "Received again");
  await expect(page.getByText("Received again")).toBeVisible();
});

test("the screen polls while the event stream is unavailable, then reconnects", async ({
  page,
  product,
  player,
}) => {
  await page.clock.install();
  await page.route("**/api/events*", (route) => route.fulfill({ status: 503, json: BUSY }));
  const refused = page.waitForResponse("**/api/events*");
  await signIn(page, player);
  await refused;
  await giveMoney(product, player, 200);
  await expect(balance(page)).toContainText("₹100.00");
  await expect(async () => {
    await page.clock.fastForward(40_000);
    await expect(balance(page)).toContainText("₹300.00", { timeout: 2_000 });
  }).toPass();
  await expect(bell(page)).toHaveAccessibleName(/2 unread/);

  await page.unroute("**/api/events*");
  const isConnected = (response: Response) =>
    response.url().includes("/api/events") && response.ok();
  const connected = page.waitForResponse(isConnected);
  await page.clock.fastForward(90_000);
  await connected;
  await broadcast(product, "Received at last");
  await expect(page.getByText("Received at last")).toBeVisible();
});

test("signing out closes the event stream; an ended session returns to the login screen", async ({
  page,
  openPage,
  product,
  player,
}) => {
  const stranger = await openPage();
  await openLive(stranger, await product.signUp("Stranger"));
  await openLive(page, player);
  await page.getByRole("button", { name: /^Account|Rida Lyngdoh/ }).click();
  await page.getByRole("button", { name: "Sign out" }).click();
  await expect(page.getByRole("heading", { name: "Login" })).toBeVisible();
  await broadcast(product, "One has signed out");
  await expect(stranger.getByText("One has signed out")).toBeVisible();
  await expect(page.getByText("One has signed out")).toHaveCount(0);

  await openLive(page, player);
  // End all other sessions, as from another device.
  await product.call("DELETE /users/sessions", { token: await product.tokenOf(player) });
  await expect(page).toHaveURL(/login/, { timeout: 30_000 });
});

const BUSY = { code: "busy", detail: "The server is busy. Please try again in a moment." };

const bell = (page: Page) =>
  page.getByRole("link", { name: /^Notifications/ }).filter({ visible: true });

/** The top bar or the sidebar, which shows the balance. */
const balance = (page: Page) => page.getByRole("banner").filter({ visible: true });

let houses = 0;

/** A new house with rounds at 1 PM and 8 PM. */
async function aHouse(product: Product) {
  houses += 1;
  return product.call("POST /houses", {
    token: await product.tokenOf(ADMIN),
    body: {
      name: `Live ${houses}`,
      location: "Meghalaya",
      first_round_time: "1 PM",
      second_round_time: "8 PM",
    },
  });
}

/** A new house on which the player has ₹10 on 45 in the second round. */
async function playedHouse(product: Product, player: Account) {
  const house = await aHouse(product);
  await playNumber(product, player, { house_id: house.id, number: 45, amount: 10 });
  return house;
}

async function broadcast(product: Product, message: string): Promise<void> {
  const token = await product.tokenOf(ADMIN);
  await product.call("POST /admin/broadcast", { token, body: { message } });
}
