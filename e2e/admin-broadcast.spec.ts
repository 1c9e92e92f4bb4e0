import { expect, type Page } from "@playwright/test";
import { expectAccessible } from "./axe.ts";
import { makeAdmin, openAdmin } from "./admin-steps.ts";
import { closeUnanswered, holdResponses, waitForRender } from "./late.ts";
import { ADMIN, signIn, test } from "./product.ts";

// Its own clock gives this file its own product: a broadcast reaches every account.
test.use({ clock: "2026-11-20T13:33:00+05:30" });

const CALL = "**/api/admin/broadcast";

test("an admin sends a broadcast to players, who see it in their notifications", async ({
  page,
  product,
  openPage,
}) => {
  const player = await openPage();
  await signIn(player, await product.signUp());
  await signIn(page, ADMIN);
  await openAdmin(page, "Broadcast");
  await expect(page.getByRole("radio", { name: "Everyone" })).toBeChecked();
  await expect(message(page)).toHaveAccessibleDescription("500 characters left");
  await expectAccessible(page);
  await sendButton(page).click();
  await expect(message(page)).toBeFocused();
  await expect(message(page)).toHaveAccessibleDescription(/Please fill this in/);
  await expectAccessible(page);

  await page.getByRole("radio", { name: "Players" }).check();
  await expect(page.getByRole("radio", { name: "Players" })).toBeFocused();
  await message(page).fill("No game on Sunday.\nWe are back on Monday. ");
  await expect(message(page)).toHaveAccessibleDescription(/characters left/);
  await sendButton(page).click();
  const dialog = page.getByRole("dialog", { name: "Send this message?" });
  await expect(dialog.getByRole("blockquote")).toHaveText(
    "No game on Sunday.\nWe are back on Monday.",
  );
  await expect(dialog).toContainText("It arrives at once and cannot be taken back.");
  const players = await product.call("GET /admin/broadcast/recipients", {
    token: await product.tokenOf(ADMIN),
  });
  await expect(dialog.getByRole("definition")).toHaveText(["Players", String(players.user)]);
  await expectAccessible(page);
  await dialog.getByRole("button", { name: "Cancel" }).click();
  await expect(dialog).toBeHidden();
  await expect(sendButton(page)).toBeFocused();

  await sendButton(page).click();
  await dialog.getByRole("button", { name: "Send" }).click();
  const accounts = players.user === 1 ? "account" : "accounts";
  await expect(page.getByText(`Sent to ${players.user} ${accounts}`)).toBeVisible();
  await expect(dialog).toBeHidden();
  await expect(message(page)).toHaveValue("");
  await player.goto("/app/notifications");
  const received = player.getByRole("main").getByRole("listitem");
  await expect(received).toHaveCount(1);
  await expect(received).toContainText("No game on Sunday.");
  await page.goto("/app/notifications");
  await expect(page.getByText("No game on Sunday.")).toBeHidden();
});

test("a message that is not sent yet is kept, for its admin only, until it is sent", async ({
  page,
  product,
}) => {
  const other = await makeAdmin(product, "Ribor Kharsati");
  await signIn(page, ADMIN);
  await openAdmin(page, "Broadcast");
  await message(page).pressSequentially("Closed on Sunday.\n Open ");
  await page.getByRole("radio", { name: "Agents" }).check();
  await openAdmin(page, "Books");
  await openAdmin(page, "Broadcast");
  await expect(message(page)).toHaveValue("Closed on Sunday.\n Open ");
  await page.reload();
  await expect(message(page)).toHaveValue("Closed on Sunday.\n Open ");
  await expect(page.getByRole("radio", { name: "Agents" })).toBeChecked();

  await signIn(page, other, "/app/admin/broadcast");
  await expect(message(page)).toHaveValue("");
  await signIn(page, ADMIN, "/app/admin/broadcast");
  await sendButton(page).click();
  await page.getByRole("dialog").getByRole("button", { name: "Send" }).click();
  await expect(message(page)).toHaveValue("");
  await page.reload();
  await expect(page.getByRole("radio", { name: "Everyone" })).toBeChecked();
  await expect(message(page)).toHaveValue("");
});

test("a long link in a broadcast does not widen the dialog", async ({ page }) => {
  await signIn(page, ADMIN, "/app/admin/broadcast");
  await message(page).fill(`https://www.example.in/${"a".repeat(200)}`);
  await sendButton(page).click();
  const text = page.getByRole("dialog").getByRole("blockquote");
  const [inner, outer] = [await text.boundingBox(), await page.getByRole("dialog").boundingBox()];
  expect((inner?.x ?? 0) + (inner?.width ?? 0)).toBeLessThan((outer?.x ?? 0) + (outer?.width ?? 0));
});

test("a broadcast whose response is lost is retried and delivered once @desktop", async ({
  page,
  product,
  openPage,
}) => {
  const player = await openPage();
  await signIn(player, await product.signUp());
  await signIn(page, ADMIN);
  await openAdmin(page, "Broadcast");
  let sent = 0;
  await page.route(CALL, async (route) => {
    sent += 1;
    if (sent > 2) return route.continue();
    await route.fetch();
    return route.abort();
  });
  await message(page).fill("Only once");
  await sendButton(page).click();
  await page.getByRole("dialog").getByRole("button", { name: "Send" }).click();
  await expect(page.getByText(/^Sent to \d+ accounts?$/)).toBeVisible();
  expect(sent).toBe(3);
  await player.goto("/app/notifications");
  await expect(player.getByRole("main").getByText("Only once")).toHaveCount(1);
});

test("a refused broadcast stays in the form, and the server's sentence is shown @desktop", async ({
  page,
}) => {
  await signIn(page, ADMIN);
  await openAdmin(page, "Broadcast");
  await page.route(CALL, (route) =>
    route.fulfill({ status: 400, json: { code: "of_the_future", detail: "Not on Sundays" } }),
  );
  await page.route(`${CALL}/recipients`, (route) =>
    route.fulfill({ status: 404, json: { code: "not_found", detail: "Not found" } }),
  );
  await message(page).fill("Try this");
  await sendButton(page).click();
  const dialog = page.getByRole("dialog");
  await expect(dialog).toContainText("Could not be counted");
  await dialog.getByRole("button", { name: "Send" }).click();
  await expect(page.getByText("Not on Sundays")).toBeVisible();
  await expect(dialog).toBeHidden();
  await expect(message(page)).toHaveValue("Try this");
});

test("a late answer about a message leaves the next one and its confirmation @desktop", async ({
  page,
}) => {
  await page.clock.install();
  await signIn(page, ADMIN, "/app/admin/broadcast");
  const late = await holdResponses(page, CALL);
  const dialog = page.getByRole("dialog");
  await message(page).fill("Closed on Monday");
  await sendButton(page).click();
  await dialog.getByRole("button", { name: "Send" }).click();
  await late.waitForResponse();
  await closeUnanswered(page, dialog);

  // The same words to others are another message.
  await page.getByRole("radio", { name: "Admins" }).check();
  await sendButton(page).click();
  await expect(dialog.getByRole("button", { name: "Send" })).toBeEnabled();
  await late.release();
  await expect(page.getByText(/^Sent to \d+ accounts?$/)).toBeVisible();
  await waitForRender(page);
  await expect(dialog.getByRole("blockquote")).toHaveText("Closed on Monday");
  await dialog.getByRole("button", { name: "Cancel" }).click();
  await expect(message(page)).toHaveValue("Closed on Monday");
});

test("a confirmation opened again closes when its message turns out to be sent @desktop", async ({
  page,
}) => {
  await page.clock.install();
  await signIn(page, ADMIN, "/app/admin/broadcast");
  const late = await holdResponses(page, CALL);
  const dialog = page.getByRole("dialog");
  await message(page).fill("Closed on Tuesday");
  await sendButton(page).click();
  await dialog.getByRole("button", { name: "Send" }).click();
  await late.waitForResponse();
  await closeUnanswered(page, dialog);
  await sendButton(page).click();
  await expect(dialog).toBeVisible();
  await late.release();
  await expect(dialog).toBeHidden();
  await expect(message(page)).toHaveValue("");
  await message(page).fill("Open on Wednesday");
  await expect(dialog).toBeHidden();
});

const message = (page: Page) => page.getByRole("textbox", { name: "Message" });
const sendButton = (page: Page) => page.getByRole("main").getByRole("button", { name: "Send" });
