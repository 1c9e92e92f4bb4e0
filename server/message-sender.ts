import type { FastifyBaseLogger } from "fastify";
import type { Config } from "./config.ts";
import type { Context } from "./context.ts";

/** Sends text messages to phones: reset codes and alerts. */
export interface MessageSender {
  /** `phone` has ten digits. Throws when the message was not accepted. */
  send(phone: string, text: string): Promise<void>;
}

/** Sends a message; a failure is only logged. Resolves when the message is sent or has failed. */
export const sendMessage = (
  { messages, log }: Pick<Context, "messages" | "log">,
  phone: string,
  text: string,
): Promise<void> =>
  messages.send(phone, text).catch((error: unknown) => {
    log.error({ err: error }, "a message could not be sent");
  });

const WEBHOOK_TIMEOUT_MS = 10_000;

/**
 * Sends through the configured webhook. Without one, demo mode logs messages for the operator, and
 * licensed mode warns at once that none are sent.
 */
export function createMessageSender(config: Config, log: FastifyBaseLogger): MessageSender {
  if (config.sms_webhook_url !== undefined) return webhookSender(config.sms_webhook_url);
  return config.mode === "demo" ? logSender(log) : noSender(log);
}

/**
 * POSTs `{phone: "+91…", text}` as JSON; any 2xx status means that the message was accepted.
 * Redirects are not followed: they would send the code to another address, or repeat the request
 * without it.
 */
const webhookSender = (url: string): MessageSender => ({
  async send(phone, text) {
    const response = await fetch(url, {
      method: "POST",
      headers: { "content-type": "application/json" },
      body: JSON.stringify({ phone: `+91${phone}`, text }),
      redirect: "manual",
      signal: AbortSignal.timeout(WEBHOOK_TIMEOUT_MS),
    });
    await response.body?.cancel();
    if (!response.ok) throw new Error(`the message webhook answered ${response.status}`);
  },
});

const logSender = (log: FastifyBaseLogger): MessageSender => ({
  async send(phone, text) {
    log.info({ phone, text }, "a message would be sent");
  },
});

/** Sends nothing and does not log the text, because codes of real players must not be logged. */
function noSender(log: FastifyBaseLogger): MessageSender {
  log.warn("SMS_WEBHOOK_URL is not set: phones get no codes and no alerts");
  return {
    async send() {
      log.warn("a message was not sent: SMS_WEBHOOK_URL is not set");
    },
  };
}
