import { expect, type Page } from "@playwright/test";
import { playNumber, publish, TODAY } from "./draws.ts";
import { requestDeposit, decide, giveMoney } from "./money.ts";
import { type Account, ADMIN, Product, signIn, test as base } from "./product.ts";

const NOON = `${TODAY}T12:00:00+05:30`;
const EVENING = `${TODAY}T21:00:00+05:30`;

interface Fixtures {
  /** A second process on the product's database; the clock of both starts at noon with it. */
  other: Product;
  /** A player with ₹100. */
  player: Account;
}

// A product of their own: these tests move its clock.
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

test.describe("on an open screen of another process", () => {
  test("a published result stands at once, and the win is told and credited to its winner", async ({
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
    await publish(other, { house_id: house.id, second_round: 45 });
    for (const screen of [page, stranger]) {
      const line = screen.getByRole("listitem").filter({ hasText: house.name });
      await expect(line).toContainText("45");
    }
    const notice = page.getByRole("status").filter({ hasText: "You won ₹800.00" });
    await expect(notice).toContainText(`${house.name}, 20 Nov 2026`);
    await expect(balance(page)).toContainText("₹890.00");
    await expect(bell(page)).toHaveAccessibleName(/2 unread/);
    await expect(page.getByRole("row", { name: house.name })).toContainText("Won");
    await expect(balance(stranger)).toContainText("₹0.00");
    await expect(bell(stranger)).toHaveAccessibleName("Notifications");
  });

  test("a result joins the list that is shown, and no list of another house", async ({
    page,
    product,
    other,
    player,
  }) => {
    const [house, another] = [await aHouse(product), await aHouse(product)];
    await other.stop();
    await other.start(EVENING);
    await signIn(page, player);
    await openAt(page, `/app/results?house=${house.id}`);
    await expect(page.getByText("No results yet")).toBeVisible();
    await publish(other, { house_id: another.id, second_round: 45 });
    await publish(other, { house_id: house.id, second_round: 45 });
    const results = page.getByRole("tabpanel");
    await expect(results.getByText(house.name)).toHaveCount(2);
    await expect(results.getByText(another.name)).toHaveCount(1);
  });

  test("a decided payment is told where it was asked for", async ({
    page,
    product,
    other,
    player,
  }) => {
    const request = await requestDeposit(product, player, { amount: 500 });
    await signIn(page, player);
    await openAt(page, "/app/wallet?tab=balance&view=requests");
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

  test("a message of the operator is told to everybody", async ({ page, other, player }) => {
    await signIn(page, player);
    await openAt(page, "/app/rules");
    await broadcast(other, "No game on Sunday");
    const notice = page.getByRole("status").filter({ hasText: "Message from the operator" });
    await expect(notice).toContainText("No game on Sunday");
    await expect(bell(page)).toHaveAccessibleName(/2 unread/);
  });
});

test("when the server is back, what was missed is shown and what comes is heard", async ({
  page,
  product,
  player,
}) => {
  await openLive(page, player);
  await product.kill();
  const connected = page.waitForResponse("**/api/events");
  await product.start(NOON);
  await broadcast(product, "Told while nobody heard");
  await expect(bell(page)).toHaveAccessibleName(/2 unread/, { timeout: 60_000 });
  // Without events the bell is looked after as well.
  await connected;
  await broadcast(product, "Heard again");
  await expect(page.getByText("Heard again")).toBeVisible();
});

test("without events the screen is looked after now and then, until they come", async ({
  page,
  product,
  player,
}) => {
  await page.clock.install();
  await page.route("**/api/events", (route) => route.fulfill({ status: 503, json: BUSY }));
  const refused = page.waitForResponse("**/api/events");
  await signIn(page, player);
  await refused;
  await giveMoney(product, player, 200);
  await expect(balance(page)).toContainText("₹100.00");
  await page.clock.fastForward(40_000);
  await expect(balance(page)).toContainText("₹300.00");
  await expect(bell(page)).toHaveAccessibleName(/2 unread/);

  await page.unroute("**/api/events");
  const connected = page.waitForResponse("**/api/events");
  await page.clock.fastForward(90_000);
  await connected;
  await broadcast(product, "Heard at last");
  await expect(page.getByText("Heard at last")).toBeVisible();
});

test("whoever signs out hears no more, and a session that is ended is left", async ({
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
  await broadcast(product, "One is gone");
  await expect(stranger.getByText("One is gone")).toBeVisible();
  await expect(page.getByText("One is gone")).toHaveCount(0);

  await openLive(page, player);
  // From another device.
  await product.call("DELETE /users/sessions", { token: await product.tokenOf(player) });
  await expect(page).toHaveURL(/login/, { timeout: 30_000 });
});

const BUSY = { code: "busy", detail: "The server is busy. Please try again in a moment." };

const bell = (page: Page) =>
  page.getByRole("link", { name: /^Notifications/ }).filter({ visible: true });

/** The bar or the side of the screen, where the balance stands. */
const balance = (page: Page) => page.getByRole("banner").filter({ visible: true });

/** Signs in, and waits until the page hears what happens. */
async function openLive(page: Page, player: Account): Promise<void> {
  const connected = page.waitForResponse("**/api/events");
  await signIn(page, player);
  await connected;
}

/** The same for a page that is opened by its address. */
async function openAt(page: Page, path: string): Promise<void> {
  const connected = page.waitForResponse("**/api/events");
  await page.goto(path);
  await connected;
}

let houses = 0;

/** With rounds at 1 PM and 8 PM. */
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

/** The same, with ten rupees of a player on 45 in its second round. */
async function playedHouse(product: Product, player: Account) {
  const house = await aHouse(product);
  await playNumber(product, player, { house_id: house.id, number: 45, amount: 10 });
  return house;
}

async function broadcast(product: Product, message: string): Promise<void> {
  const token = await product.tokenOf(ADMIN);
  await product.call("POST /admin/broadcast", { token, body: { message } });
}
