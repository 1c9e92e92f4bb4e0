import type { FastifyBaseLogger } from "fastify";
import type { Config } from "../config.ts";

/** Short messages to phones, such as codes for a new password. */
export interface MessageSender {
  /** `phone` has ten digits. Throws when the message was not taken. */
  send(phone: string, text: string): Promise<void>;
}

const WEBHOOK_TIMEOUT_MS = 10_000;

/** Through the configured webhook; without one into the log, whose reader is the operator. */
export function createMessageSender(config: Config, log: FastifyBaseLogger): MessageSender {
  if (config.sms_webhook_url !== undefined) return webhookSender(config.sms_webhook_url);
  return config.mode === "demo" ? logSender(log) : noSender(log);
}

/** POSTs `{phone: "+91…", text}` as JSON; any status of success means that it was taken. */
const webhookSender = (url: string): MessageSender => ({
  async send(phone, text) {
    const answer = await fetch(url, {
      method: "POST",
      headers: { "content-type": "application/json" },
      body: JSON.stringify({ phone: `+91${phone}`, text }),
      signal: AbortSignal.timeout(WEBHOOK_TIMEOUT_MS),
    });
    await answer.body?.cancel();
    if (!answer.ok) throw new Error(`the message webhook answered ${answer.status}`);
  },
});

const logSender = (log: FastifyBaseLogger): MessageSender => ({
  async send(phone, text) {
    log.info({ phone, text }, "a message would be sent");
  },
});

/** Real people's codes have no place in a log. */
const noSender = (log: FastifyBaseLogger): MessageSender => ({
  async send() {
    log.warn("a message was not sent: SMS_WEBHOOK_URL is not set");
  },
});
