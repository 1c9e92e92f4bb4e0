import { expect, type Page } from "@playwright/test";
import { expectAccessible } from "./axe.ts";
import { REFUSAL } from "./failing.ts";
import { makeHouse, openAdmin } from "./admin-steps.ts";
import { ADMIN, signIn, test } from "./product.ts";

test("the audit trail shows who changed what, the old and new values, when and from where", async ({
  page,
  product,
}) => {
  const { id, name } = await makeHouse(product, "Jowai");
  await product.call("PUT /houses/{id}", {
    token: await product.tokenOf(ADMIN),
    params: { id },
    body: { max_play: 500, is_active: false, name_translations: { hi: "जोवाई" } },
  });
  await signIn(page, ADMIN);
  await openAdmin(page, "Audit trail");
  const change = entries(page).filter({ hasText: "House changed" }).filter({ hasText: name });
  await expect(change).toHaveText(
    new RegExp(
      `House changed\\s*${name}\\s*No\\. ${id}.*Maximum play.*₹10,000.*became.*₹500.*` +
        "Active.*Yes.*became.*No.*Name \\(हिन्दी\\).*-.*became.*जोवाई.*" +
        "Admin.*20 Nov 2026, 0\\d:\\d\\d:\\d\\d\\sPM.*127\\.0\\.0\\.1",
      "s",
    ),
  );
  await expect(change).not.toContainText("Minimum play ₹10");
  await expectAccessible(page);

  await change.getByText("Details").click();
  await expect(change.getByText("Location")).toBeVisible();
  await expect(change.getByText("Browser")).toBeVisible();
  await expectAccessible(page);
  await change.getByRole("link", { name: "Everything about this" }).click();
  await expect(page.getByText("Only a part of the trail is shown.")).toBeVisible();
  await expect(entries(page)).toHaveText([/House changed/, /House added/]);
  await expectAccessible(page);
  await page.getByRole("button", { name: "Show everything" }).click();
  await expect(page).toHaveURL(/\/audit$/);

  await page.getByRole("radio", { name: "Houses" }).check();
  await expect(page).toHaveURL(/kind=house$/);
  await page.reload();
  await expect(page.getByRole("radio", { name: "Houses" })).toBeChecked();
  await change.getByText("Details").click();
  await change.getByRole("link", { name: `Everything by ${ADMIN.full_name}` }).click();
  await expect(page).toHaveURL(/admin=\d+$/);
  await expect(change).toBeVisible();
});

test("an entry about a user leads to that user", async ({ page, product }) => {
  const player = await product.signUp("Wanda Lyngdoh");
  const { id } = await product.call("GET /auth/me", { token: await product.tokenOf(player) });
  await product.call("PUT /admin/users/{id}/status", {
    token: await product.tokenOf(ADMIN),
    params: { id },
    body: { is_active: false },
  });
  await signIn(page, ADMIN, `/app/admin/audit?kind=user&id=${id}`);
  await expect(entries(page)).toContainText(`Wanda Lyngdoh#${id}`);
  await entries(page).getByText("Details").click();
  await entries(page).getByRole("link", { name: "Show the user" }).click();
  await expect(page.getByRole("searchbox")).toHaveValue(`#${id}`);
  await expect(page.getByRole("row")).toHaveCount(2);
  await expect(page.getByRole("row", { name: player.full_name })).toContainText("Inactive");
});

test("the audit trail loads page by page, and a failed page can be retried @desktop", async ({
  page,
  product,
}) => {
  const { id } = await makeHouse(product, "Tura");
  const token = await product.tokenOf(ADMIN);
  for (let min_play = 11; min_play <= 31; min_play += 1) {
    await product.call("PUT /houses/{id}", { token, params: { id }, body: { min_play } });
  }
  await signIn(page, ADMIN, `/app/admin/audit?kind=house&id=${id}`);
  await expect(entries(page)).toHaveCount(20);
  await expect(entries(page).first()).toContainText("₹31");
  const more = page.getByRole("button", { name: "Load More" });
  await page.route(TRAIL, (route) => route.fulfill(REFUSAL));
  await more.click();
  await expect(page.getByText("Requested resource not found.")).toBeVisible();
  await page.unroute(TRAIL);
  await more.click();
  await expect(entries(page)).toHaveCount(22);
  await expect(entries(page).last()).toContainText("House added");
  await expect(more).toBeHidden();
});

test("the trail is accessible while loading, when empty and after a failure @desktop", async ({
  page,
}) => {
  await signIn(page, ADMIN);
  await page.route(TRAIL, () => undefined);
  await page.goto("/app/admin/audit");
  await expect(page.locator(".animate-breathe").first()).toBeAttached();
  await expectAccessible(page, ["light"]);
  await page.unrouteAll({ behavior: "ignoreErrors" });

  await page.goto("/app/admin/audit?kind=house&id=999999");
  await expect(page.getByText("Nothing here yet")).toBeVisible();
  await expectAccessible(page);
  await page.route(TRAIL, (route) => route.fulfill(REFUSAL));
  await page.goto("/app/admin/audit?kind=result&id=999999");
  const retry = page.getByRole("main").getByRole("button", { name: "Try again" });
  await expect(retry).toBeVisible();
  await expectAccessible(page);
  await page.unroute(TRAIL);
  await retry.click();
  await expect(page.getByText("Nothing here yet")).toBeVisible();
});

const TRAIL = "**/api/admin/audit?*";

const entries = (page: Page) => page.getByRole("region", { name: "Entries" }).getByRole("listitem");
