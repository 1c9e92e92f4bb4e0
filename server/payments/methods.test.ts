import { randomUUID } from "node:crypto";
import { sql } from "kysely";
import { renderSVG } from "uqr";
import { beforeAll, beforeEach, describe, expect, test } from "vitest";
import { useApp } from "../testing/app.ts";
import { anAdmin, aPlayer } from "../testing/makers.ts";
import { createDefaultPaymentMethods } from "./methods.ts";

const app = useApp();
let admin = "";
let player = "";

beforeAll(async () => {
  admin = await app.signIn(await anAdmin(app.db));
  player = await app.signIn(await aPlayer(app.db));
});

beforeEach(() => sql`delete from payment_methods`.execute(app.db));

const listed = () => app.ask("GET /wallet/payment-methods", { as: player });
const create = (body: object) =>
  app.ask("POST /admin/payment-methods", { as: admin, body: Object(body) });
const update = ({ id }: { id: number }, body: object) =>
  app.ask("PUT /admin/payment-methods/{id}", { as: admin, params: { id: String(id) }, body });

const accounts = {
  upi: { account_type: "upi", upi_id: "asha@okaxis" },
  bank: {
    account_type: "bank",
    account_name: "Asha Rai",
    account_number: "123456789012",
    ifsc_code: "SBIN0001234",
  },
} as const;

describe("the default methods", () => {
  const methods = async () => {
    const { rows } = await sql<{ direction: string; name: string; method_type: string }>`
      select direction, name, method_type from payment_methods order by id
    `.execute(app.db);
    return rows.map((row) => `${row.direction} ${row.method_type} ${row.name}`);
  };

  test("do not exist in licensed mode", async () => {
    await createDefaultPaymentMethods(app.db, "licensed");
    expect(await methods()).toEqual([]);
  });

  test("are created once in demo mode, with any number of processes", async () => {
    const starts = Array.from({ length: 8 }, () => createDefaultPaymentMethods(app.db, "demo"));
    await Promise.all(starts);
    expect(await methods()).toEqual([
      "deposit upi UPI",
      "deposit phonepe PhonePe",
      "deposit googlepay Google Pay",
      "deposit paytm Paytm",
      "withdrawal other Bank account",
      "withdrawal upi UPI",
    ]);
  });
});

describe("a method", () => {
  test("is listed for players by its direction while it is active", async () => {
    const deposit = await create({
      name: "PhonePe",
      direction: "deposit",
      method_type: "phonepe",
      upi_id: "shop@ybl",
      icon_url: "https://example.com/phonepe.svg",
    });
    const bank = await create({ name: "Bank", direction: "withdrawal", method_type: "other" });
    await create({ name: "Card", direction: "deposit", method_type: "card", is_active: false });
    const { direction: _, is_active: __, ...shown } = deposit;
    expect(await listed()).toEqual({
      deposit_methods: [shown],
      withdrawal_methods: [
        {
          id: bank.id,
          name: "Bank",
          method_type: "other",
          icon_url: null,
          account_info: { upi_id: null, qr_url: null },
        },
      ],
    });
    const { methods } = await app.ask("GET /admin/payment-methods", { as: admin });
    expect(methods.map(({ name, is_active }) => [name, is_active])).toEqual([
      ["PhonePe", true],
      ["Card", false],
      ["Bank", true],
    ]);
  });

  test("is added once for its key", async () => {
    const body = { name: "Shop", direction: "withdrawal", method_type: "other" } as const;
    const headers = { "idempotency-key": randomUUID() };
    const add = () => app.ask("POST /admin/payment-methods", { as: admin, body, headers });
    const [method, ...others] = await Promise.all(Array.from({ length: 20 }, add));
    expect(new Set(others.map(({ id }) => id))).toEqual(new Set([method?.id]));
    const refusal = await app.refused("POST /admin/payment-methods", {
      as: admin,
      body: { ...body, name: "Another" },
      headers,
    });
    expect(refusal).toMatchObject({ status: 409, code: "idempotency_conflict" });
    const { methods } = await app.ask("GET /admin/payment-methods", { as: admin });
    expect(methods).toEqual([method]);
    // Another key adds another method, even with the same name.
    expect((await create(body)).id).not.toBe(method?.id);
  });

  test("has a QR code of its UPI id, drawn by the server", async () => {
    const body = { name: "Shop", direction: "deposit", method_type: "other", upi_id: "one@sbi" };
    const qrOf = ({ account_info }: { account_info: { qr_url: string | null } }) =>
      account_info.qr_url ?? "";
    const method = await create(body);
    const [head, data = ""] = qrOf(method).split(",");
    expect(head).toBe("data:image/svg+xml;base64");
    const payment = "upi://pay?pa=one@sbi&pn=Nishana&cu=INR";
    const code = renderSVG(payment, { pixelSize: 1, border: 4 });
    expect(Buffer.from(data, "base64").toString()).toBe(code);
    const moved = await update(method, { upi_id: "two@sbi" });
    expect(qrOf(moved)).not.toBe(qrOf(method));
    expect(qrOf(await update(method, { upi_id: "one@sbi" }))).toBe(qrOf(method));
    expect((await update(method, { upi_id: null })).account_info).toEqual({
      upi_id: null,
      qr_url: null,
    });
  });

  test("changes only in the given fields", async () => {
    const body = { name: "UPI", direction: "deposit", method_type: "upi", upi_id: "one@sbi" };
    const method = await create(body);
    expect(await update(method, { is_active: false })).toEqual({ ...method, is_active: false });
    expect(await update(method, { name: "BHIM", is_active: true })).toEqual({
      ...method,
      name: "BHIM",
    });
    expect((await update(method, { icon_url: "/icons/upi.svg" })).icon_url).toBe("/icons/upi.svg");
    expect((await update(method, { icon_url: null })).icon_url).toBeNull();
    expect(await update(method, {})).toEqual({ ...method, name: "BHIM" });
  });

  test("keeps all of twenty concurrent changes", async () => {
    const body = { name: "UPI", direction: "deposit", method_type: "upi", upi_id: "one@sbi" };
    const method = await create(body);
    const changes = Array.from({ length: 20 }, (_, n) =>
      update(method, n % 2 ? { name: "BHIM" } : { icon_url: "/icons/upi.svg" }),
    );
    await Promise.all(changes);
    const { methods } = await app.ask("GET /admin/payment-methods", { as: admin });
    expect(methods).toEqual([{ ...method, name: "BHIM", icon_url: "/icons/upi.svg" }]);
  });

  test("is refused as not_found when it does not exist", async () => {
    const options = { as: admin, params: { id: "999999" }, body: { name: "x" } };
    expect((await app.refused("PUT /admin/payment-methods/{id}", options)).code).toBe("not_found");
  });

  test.each(["upi", "phonepe", "googlepay", "paytm"] as const)(
    "for deposits by %s requires a UPI id",
    async (method_type) => {
      const required = {
        status: 400,
        code: "invalid_upi_id",
        fields: { upi_id: "A UPI ID looks like name@bank" },
      };
      const body = { name: "Nowhere", direction: "deposit", method_type } as const;
      const options = { as: admin, body };
      expect(await app.refused("POST /admin/payment-methods", options)).toMatchObject(required);
      const method = await create({ ...body, name: "Shop", upi_id: "shop@bank" });
      const refusal = await app.refused("PUT /admin/payment-methods/{id}", {
        as: admin,
        params: { id: String(method.id) },
        body: { upi_id: null },
      });
      expect(refusal).toMatchObject(required);
      const { methods } = await app.ask("GET /admin/payment-methods", { as: admin });
      expect(methods).toContainEqual(method);
      expect(methods.map(({ name }) => name)).not.toContain("Nowhere");
    },
  );

  test.each([
    ["upi", "upi", "bank"],
    ["phonepe", "upi", "bank"],
    ["googlepay", "upi", "bank"],
    ["paytm", "upi", "bank"],
    ["card", "bank", "upi"],
    ["other", "bank", "upi"],
  ] as const)("for withdrawals by %s pays to an account of the type %s", async (type, to, not) => {
    await create({ name: "Payout", direction: "withdrawal", method_type: type });
    const codeOf = async (account: keyof typeof accounts) => {
      const body = { amount: 100, account_details: accounts[account] };
      return (await app.refused("POST /wallet/withdraw", { as: player, body })).code;
    };
    // The wallet is empty: the method is found before the balance is.
    expect([await codeOf(to), await codeOf(not)]).toEqual([
      "insufficient_balance",
      "method_unavailable",
    ]);
  });

  test("that lacks its UPI id can only be deactivated", async () => {
    const { rows } = await sql<{ id: number }>`
      insert into payment_methods (direction, name, method_type, is_active)
      values ('deposit', 'Old', 'upi', true)
      returning id
    `.execute(app.db);
    const [old = { id: 0 }] = rows;
    expect(await update(old, { is_active: false })).toMatchObject({ is_active: false });
    const params = { id: String(old.id) };
    for (const body of [{ is_active: true }, { upi_id: null }]) {
      const refusal = await app.refused("PUT /admin/payment-methods/{id}", {
        as: admin,
        params,
        body,
      });
      expect(refusal.code).toBe("invalid_upi_id");
    }
    expect(await update(old, { is_active: true, upi_id: "old@bank" })).toMatchObject({
      is_active: true,
    });
  });

  test("with a malformed UPI id is refused, naming the field", async () => {
    const body = { name: "x", direction: "deposit", method_type: "upi", upi_id: "x" } as const;
    expect(await app.refused("POST /admin/payment-methods", { as: admin, body })).toMatchObject({
      status: 400,
      code: "invalid_upi_id",
      fields: { upi_id: "A UPI ID looks like name@bank" },
    });
  });
});
