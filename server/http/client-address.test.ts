import { execFileSync } from "node:child_process";
import { once } from "node:events";
import { connect } from "node:net";
import { sql } from "kysely";
import { beforeAll, describe, expect, it, vi } from "vitest";
import { useApp } from "../testing/app.ts";
import { aHouse, anAdmin, aPlayer, PASSWORD } from "../testing/makers.ts";

const server = useApp({ rate_limit: true });
let port = 0;
beforeAll(async () => {
  const address = await server.app.listen({ port: 0, host: "127.0.0.1" });
  port = Number(new URL(address).port);
});

const eventually = (check: () => Promise<void>) => vi.waitFor(check, { timeout: 20_000 });

/** Sends a request on a connection that is accepted, and resets it. */
async function sendAndLeave(request: string): Promise<void> {
  const socket = connect(port, "127.0.0.1");
  await once(server.app.server, "connection");
  socket.write(request, () => socket.resetAndDestroy());
}

const SENDING_PROGRAM = `
  const [port, request] = process.argv.slice(1);
  const socket = require("net").connect(Number(port), "127.0.0.1");
  socket.write(request, () => socket.resetAndDestroy());
`;

/** The same while this process is busy and accepts no connection. */
async function leaveBeforeAccepted(request: string): Promise<void> {
  execFileSync(process.execPath, ["--eval", SENDING_PROGRAM, String(port), request]);
}

describe.each([
  ["before it was answered", sendAndLeave, "127.0.0.1"],
  ["before that was accepted", leaveBeforeAccepted, "unknown"],
])("a call whose client has reset its connection %s", (_when, send, address) => {
  it("is done and recorded, if it is an admin's", async () => {
    const [house, admin] = [await aHouse(server.db), await anAdmin(server.db)];
    const token = await server.signIn(admin);
    await send(
      `DELETE /api/houses/${house.id} HTTP/1.1\r\nhost: x\r\n` +
        `authorization: Bearer ${token}\r\n\r\n`,
    );
    await eventually(async () => {
      const { rows } = await sql`
        select address from audit where subject_id = ${house.id} and admin_id = ${admin.id}
      `.execute(server.db);
      expect(rows).toEqual([{ address }]);
    });
  });

  it("is counted and done, if it has a rate limit", async () => {
    const player = await aPlayer(server.db);
    const body = JSON.stringify({ phone: player.phone, password: PASSWORD });
    await send(
      "POST /api/auth/login HTTP/1.1\r\nhost: x\r\ncontent-type: application/json\r\n" +
        `content-length: ${body.length}\r\n\r\n${body}`,
    );
    await eventually(async () => {
      const { rows } = await sql`
        select address from sessions where user_id = ${player.id}
      `.execute(server.db);
      expect(rows).toEqual([{ address }]);
    });
  });
});
