import { expect, test } from "vitest";
import { useApp } from "../testing/app.ts";
import { sendForm } from "../testing/form.ts";
import { aPlayer } from "../testing/makers.ts";
import { createDefaultPaymentMethods } from "../payments/methods.ts";

const app = useApp();

test("a form field that is too long is refused, even if its truncated value is valid", async () => {
  await createDefaultPaymentMethods(app.db, "demo");
  const authorization = `Bearer ${await app.signIn(await aPlayer(app.db))}`;
  const depositOf = (amount: string) =>
    sendForm(app, "/api/wallet/deposit", { amount, payment_method: "1" }, { authorization });
  expect(await depositOf("100".padEnd(4_096))).toMatchObject({ status: 201 });
  expect(await depositOf(`${"100".padEnd(4_096)}0`)).toMatchObject({
    status: 413,
    body: { code: "too_large" },
  });
});
