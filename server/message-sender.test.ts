import { once } from "node:events";
import { createServer, type Server } from "node:http";
import { text } from "node:stream/consumers";
import pino from "pino";
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from "vitest";
import { readConfig } from "./config.ts";
import { createMessageSender } from "./message-sender.ts";

/** A log, and the lines that are written to it. */
function aLog() {
  const lines: string[] = [];
  return { log: pino({}, { write: (line: string) => void lines.push(line) }), lines };
}

const licensed = {
  MODE: "licensed",
  LICENCE_NAME: "Hills Teer Counter",
  LICENCE_NUMBER: "ML/2026/17",
  DATABASE_URL: "postgresql://app@db.example/nishana",
};

describe("without a webhook", () => {
  it("a message is logged in demo mode", async () => {
    const { log, lines } = aLog();
    await createMessageSender(readConfig({}), log).send("9876500001", "123456 is your code");
    expect(lines.join()).toContain("123456 is your code");
    expect(lines.join()).toContain("9876500001");
  });

  it("licensed mode warns at the start and for each message, without its text", async () => {
    const { log, lines } = aLog();
    const sender = createMessageSender(readConfig(licensed), log);
    expect(lines).toHaveLength(1);
    await sender.send("9876500001", "123456 is your code");
    expect(lines).toHaveLength(2);
    expect(lines.join()).not.toContain("123456");
    for (const line of lines) expect(line).toContain("SMS_WEBHOOK_URL");
  });
});

describe("with a webhook", () => {
  let received: unknown[];
  let status: number;
  let server: Server;

  beforeAll(async () => {
    server = createServer((request, response) => {
      void text(request).then((sent) => {
        const body: unknown = sent && JSON.parse(sent);
        received.push({ method: request.method, type: request.headers["content-type"], body });
        response.writeHead(request.url === "/sms" ? status : 200, { location: "/elsewhere" });
        response.end("taken");
      });
    });
    server.listen(0, "127.0.0.1");
    await once(server, "listening");
  });
  beforeEach(() => {
    received = [];
    status = 200;
  });
  afterAll(() => void server.close());

  const sender = () => {
    const address = server.address();
    const port = typeof address === "object" && address ? address.port : 0;
    const { log } = aLog();
    return createMessageSender(
      readConfig({ SMS_WEBHOOK_URL: `http://127.0.0.1:${port}/sms` }),
      log,
    );
  };

  it("a message is posted to it as JSON", async () => {
    await sender().send("9876500001", "123456 is your code");
    expect(received).toStrictEqual([
      {
        method: "POST",
        type: "application/json",
        body: { phone: "+919876500001", text: "123456 is your code" },
      },
    ]);
  });

  it("a message that the webhook rejects is an error", async () => {
    status = 503;
    await expect(sender().send("9876500001", "text")).rejects.toThrow("answered 503");
  });

  it("a message is an error when the webhook has not answered after ten seconds", async () => {
    const timeout = vi.spyOn(AbortSignal, "timeout").mockReturnValue(AbortSignal.abort());
    await expect(sender().send("9876500001", "text")).rejects.toThrow("aborted");
    expect(timeout).toHaveBeenCalledExactlyOnceWith(10_000);
  });

  it.each([301, 302, 303, 307, 308])(
    "a redirect with %i is not followed and is an error",
    async (elsewhere) => {
      status = elsewhere;
      const sending = sender().send("9876500001", "123456 is your code");
      await expect(sending).rejects.toThrow(`answered ${elsewhere}`);
      expect(received).toHaveLength(1);
    },
  );
});
