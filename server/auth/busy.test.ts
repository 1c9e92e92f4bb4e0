import { sql } from "kysely";
import { expect, it } from "vitest";
import { useApp } from "../testing/app.ts";
import { aPlayer, PASSWORD } from "../testing/makers.ts";
import { isPassword } from "../users/password.ts";

const server = useApp({ rate_limit: true });

it("when too many passwords wait to be hashed, calls are refused and change nothing", async () => {
  const player = await aPlayer(server.db);
  const { phone } = player;
  const as = await server.signIn(player);
  await server.ask("POST /auth/forgot-password", { body: { phone } });
  const code = /^\d{6}/.exec(server.messages.at(-1)?.text ?? "")?.[0] ?? "none";
  const reset = { phone, code, new_password: "quiver-8" };
  const registration = {
    full_name: "Asha Devi",
    phone: "9876500001",
    password: PASSWORD,
    language: "en",
    is_adult: true,
  } as const;

  // One is hashed and 300 wait, until the calls below are answered.
  let answered = false;
  const hashes = Array.from({ length: 301 }, async () => {
    while (!answered) await isPassword(PASSWORD, undefined);
  });
  const calls = [
    () => server.call("POST /auth/login", { body: { phone, password: PASSWORD } }),
    // An unknown phone takes as long as a known one: it is hashed for too.
    () => server.call("POST /auth/login", { body: { phone: "9999900000", password: PASSWORD } }),
    () => server.call("POST /auth/register", { body: registration }),
    () => server.call("POST /auth/reset-password", { body: reset }),
    () =>
      server.call("POST /users/change-password", {
        as,
        body: { old_password: PASSWORD, new_password: "quiver-9" },
      }),
  ];
  // More of each than its limits allow in ten minutes: these do not count.
  const answers = await Promise.all(
    calls.flatMap((call) => Array.from({ length: 16 }, () => call())),
  );
  answered = true;
  for (const answer of answers) {
    expect(answer).toMatchObject({
      status: 503,
      headers: { "retry-after": "1" },
      body: { code: "busy" },
    });
  }
  const { rows } = await sql`select tries from reset_codes`.execute(server.db);
  expect(rows).toEqual([{ tries: 0 }]);

  await Promise.all(hashes);
  await server.ask("POST /auth/register", { body: registration });
  await server.ask("POST /auth/reset-password", { body: reset });
  await server.signIn(player, reset.new_password);
});
