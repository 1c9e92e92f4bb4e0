import { describe, expect, it, vi } from "vitest";
import { useApp } from "../testing/app.ts";
import { aPlayer, PASSWORD, type Player } from "../testing/makers.ts";

const server = useApp({ rate_limit: true, trust_proxy: ["127.0.0.1"] });
const unlimited = useApp({ rate_limit: false });

const from = (address: string) => ({ headers: { "x-forwarded-for": address } });

const login = ({ phone }: Pick<Player, "phone">, password: string, address: string) =>
  server.call("POST /auth/login", { body: { phone, password }, ...from(address) });

/** The statuses of logins from one address, each for another phone. */
async function loginsOfOthers(count: number, address: string): Promise<number[]> {
  const statuses: number[] = [];
  while (statuses.length < count) {
    // Of more at a time some would be refused as too many for the hashing.
    const logins = Array.from({ length: Math.min(300, count - statuses.length) }, (_, turn) => {
      const phone = String(9_876_520_000 + statuses.length + turn);
      return login({ phone }, PASSWORD, address);
    });
    statuses.push(...(await Promise.all(logins)).map(({ status }) => status));
  }
  return statuses;
}

/** Makes a request a number of times, one after the other; returns the count of each status. */
async function tally(times: number, call: (turn: number) => Promise<{ status: number }>) {
  const counts: Record<number, number> = {};
  for (let turn = 0; turn < times; turn += 1) {
    const { status } = await call(turn);
    counts[status] = (counts[status] ?? 0) + 1;
  }
  return counts;
}

describe("logins", () => {
  it("from one address for one phone are ten; then the right password is refused too", async () => {
    const player = await aPlayer(server.db);
    expect(await tally(12, () => login(player, "wrong-1", "10.0.0.1"))).toStrictEqual({
      401: 10,
      429: 2,
    });
    const answer = await login(player, PASSWORD, "10.0.0.1");
    expect(answer).toMatchObject({
      status: 429,
      body: { code: "too_many_requests", params: { seconds: expect.any(Number) } },
    });
    const seconds = Number(answer.headers["retry-after"]);
    // The time since the first login is at most the maximum duration of a test.
    expect(seconds).toBeGreaterThan(600 - 120);
    expect(seconds).toBeLessThanOrEqual(600);
    expect(answer.body).toMatchObject({
      detail: `Too many attempts. Please try again in ${seconds} seconds.`,
    });
  });

  it("count all spellings of a phone together", async () => {
    const { phone } = await aPlayer(server.db);
    const forms = [phone, `+91${phone}`, `0${phone}`, ` ${phone.slice(0, 5)} ${phone.slice(5)}`];
    const counts = await tally(12, (turn) =>
      login({ phone: forms[turn % forms.length] ?? phone }, "wrong-1", "10.0.0.2"),
    );
    expect(counts).toStrictEqual({ 401: 10, 429: 2 });
  });

  it("of a guessing stranger do not lock out the owner", async () => {
    const player = await aPlayer(server.db);
    await tally(15, () => login(player, "wrong-1", "10.0.0.3"));
    expect(await login(player, PASSWORD, "10.0.0.4")).toMatchObject({ status: 200 });
  });

  it("from many addresses for one phone are fifty, except from the owner's addresses", async () => {
    const player = await aPlayer(server.db);
    expect(await login(player, PASSWORD, "10.0.1.1")).toMatchObject({ status: 200 });
    const counts = await tally(52, (turn) => login(player, "wrong-1", `10.0.2.${turn}`));
    expect(counts).toStrictEqual({ 401: 49, 429: 3 });
    expect(await login(player, PASSWORD, "10.0.3.1")).toMatchObject({ status: 429 });
    expect(await login(player, PASSWORD, "10.0.1.1")).toMatchObject({ status: 200 });
  });

  it.each([
    ["IPv4", "10.0.8.1:", "10.0.8.1"],
    ["IPv6", "[2001:db8:8:1::1]:", "2001:db8:8:1::2"],
  ])(
    "from an %s address count as that address if the proxy adds its port",
    async (_, told, bare) => {
      const player = await aPlayer(server.db);
      const counts = await tally(10, (turn) => login(player, "wrong-1", `${told}${50_000 + turn}`));
      expect(counts).toStrictEqual({ 401: 10 });
      expect(await login(player, PASSWORD, bare)).toMatchObject({ status: 429 });
    },
  );

  it("count the whole IPv6 network of a session as the owner's known address", async () => {
    const player = await aPlayer(server.db);
    expect(await login(player, PASSWORD, "2001:db8:2:1::1")).toMatchObject({ status: 200 });
    await tally(50, (turn) => login(player, "wrong-1", `10.0.6.${turn}`));
    expect(await login(player, PASSWORD, "2001:db8:2:2::1")).toMatchObject({ status: 429 });
    expect(await login(player, PASSWORD, "2001:db8:2:1::2")).toMatchObject({ status: 200 });
  });

  it("of many players behind one carrier address are all accepted", async () => {
    const players = await Promise.all(Array.from({ length: 60 }, () => aPlayer(server.db)));
    const answers = await Promise.all(players.map((one) => login(one, PASSWORD, "10.0.4.1")));
    expect(answers.every(({ status }) => status === 200)).toBe(true);
  });

  it("from one IPv6 network count as one address", async () => {
    const player = await aPlayer(server.db);
    const counts = await tally(12, (turn) => login(player, "wrong-1", `2001:db8:1:2::${turn}`));
    expect(counts).toStrictEqual({ 401: 10, 429: 2 });
    expect(await login(player, PASSWORD, "2001:db8:1:3::1")).toMatchObject({ status: 200 });
  });

  it("from one address are six hundred a minute, for all phones together", async () => {
    // The minute does not pass, however long the logins take.
    vi.useFakeTimers({ toFake: ["Date"] });
    try {
      expect(await loginsOfOthers(602, "10.0.7.1")).toStrictEqual([
        ...Array(600).fill(401),
        429,
        429,
      ]);
    } finally {
      vi.useRealTimers();
    }
  });

  it("that the limit of their address refuses do not count for a phone", async () => {
    const player = await aPlayer(server.db);
    const began = Date.now();
    vi.useFakeTimers({ toFake: ["Date"] });
    try {
      await loginsOfOthers(600, "10.0.9.1");
      expect(await tally(10, () => login(player, "wrong-1", "10.0.9.1"))).toStrictEqual({
        429: 10,
      });
      vi.setSystemTime(began + 70_000);
      expect(await tally(10, () => login(player, "wrong-1", "10.0.9.1"))).toStrictEqual({
        401: 10,
      });
    } finally {
      vi.useRealTimers();
    }
  });

  it("that are invalid are not counted", async () => {
    const player = await aPlayer(server.db);
    expect(await tally(15, () => login(player, "", "10.0.5.1"))).toStrictEqual({ 400: 15 });
    expect(await login(player, PASSWORD, "10.0.5.1")).toMatchObject({ status: 200 });
  });

  it("are not limited when rate limits are off", async () => {
    const { phone } = await aPlayer(unlimited.db);
    const body = { phone, password: "wrong-1" };
    expect(await tally(20, () => unlimited.call("POST /auth/login", { body }))).toStrictEqual({
      401: 20,
    });
  });
});

describe("other calls", () => {
  it("registrations for one phone are ten", async () => {
    const body = { full_name: "Asha", phone: "9876500001", password: "arrow-7" };
    const counts = await tally(12, (turn) =>
      server.call("POST /auth/register", { body, ...from(`10.1.0.${turn}`) }),
    );
    expect(counts).toStrictEqual({ 201: 1, 409: 9, 429: 2 });
  });

  it("reset codes for one phone are three, and the last code sent remains valid", async () => {
    const { phone } = await aPlayer(server.db);
    const counts = await tally(5, (turn) =>
      server.call("POST /auth/forgot-password", { body: { phone }, ...from(`10.2.0.${turn}`) }),
    );
    expect(counts).toStrictEqual({ 204: 3, 429: 2 });
    const sent = server.messages.filter((message) => message.phone === phone);
    expect(sent).toHaveLength(3);
    const code = sent.at(-1)?.text.slice(0, 6) ?? "";
    await server.ask("POST /auth/reset-password", {
      body: { phone, code, new_password: "quiver-8" },
    });
  });

  it("that are refused for their address do not count for the phone", async () => {
    const { phone } = await aPlayer(server.db);
    const ask = (address: string, of: string) =>
      server.call("POST /auth/forgot-password", { body: { phone: of }, ...from(address) });
    expect(await tally(60, (turn) => ask("10.6.0.1", `98765100${turn}`))).toStrictEqual({
      204: 60,
    });
    expect(await tally(5, () => ask("10.6.0.1", phone))).toStrictEqual({ 429: 5 });
    expect(await ask("10.6.0.2", phone)).toMatchObject({ status: 204 });
  });

  it("attempts to enter a reset code are fifteen, and a stranger's do not count", async () => {
    const body = { phone: "9876500002", code: "123456", new_password: "quiver-8" };
    const attempt = (address: string) =>
      server.call("POST /auth/reset-password", { body, ...from(address) });
    const counts = await tally(17, () => attempt("10.3.0.1"));
    expect(counts).toStrictEqual({ 400: 15, 429: 2 });
    expect(await attempt("10.3.0.2")).toMatchObject({ status: 400 });
  });

  it("from one address have a limit for all phones together", async () => {
    const code = { code: "123456", new_password: "quiver-8" };
    const phone = (turn: number) => String(9876510000 + turn);
    const codes = await tally(62, (turn) =>
      server.call("POST /auth/forgot-password", {
        body: { phone: phone(turn) },
        ...from("10.16.0.1"),
      }),
    );
    expect(codes).toStrictEqual({ 204: 60, 429: 2 });
    const tries = await tally(202, (turn) =>
      server.call("POST /auth/reset-password", {
        body: { phone: phone(turn), ...code },
        ...from("10.16.0.1"),
      }),
    );
    expect(tries).toStrictEqual({ 400: 200, 429: 2 });
    const registrations = await tally(202, (turn) =>
      server.call("POST /auth/register", {
        body: { full_name: "Asha", phone: phone(turn), password: "arrow-7" },
        ...from("10.16.0.1"),
      }),
    );
    expect(registrations).toStrictEqual({ 201: 200, 429: 2 });
  });

  it("guesses of the old password are ten for a user, from all addresses together", async () => {
    const as = (
      await server.ask("POST /auth/login", {
        body: { phone: (await aPlayer(server.db)).phone, password: PASSWORD },
        ...from("10.4.0.1"),
      })
    ).access_token;
    const body = { old_password: "wrong-1", new_password: "quiver-8" };
    const counts = await tally(12, (turn) =>
      server.call("POST /users/change-password", { as, body, ...from(`10.4.1.${turn}`) }),
    );
    expect(counts).toStrictEqual({ 400: 10, 429: 2 });
  });

  it("an untrusted client cannot choose its address with X-Forwarded-For", async () => {
    const { phone } = await aPlayer(server.db);
    const counts = await tally(12, (turn) =>
      server.app
        .inject({
          method: "POST",
          url: "/api/auth/login",
          remoteAddress: "203.0.113.9",
          headers: { "x-forwarded-for": `10.5.0.${turn}` },
          payload: { phone, password: "wrong-1" },
        })
        .then(({ statusCode }) => ({ status: statusCode })),
    );
    expect(counts).toStrictEqual({ 401: 10, 429: 2 });
  });
});
