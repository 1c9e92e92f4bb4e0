import { isIP } from "node:net";
import { MAX_PASSWORD_LENGTH, MIN_PASSWORD_LENGTH, parsePhone } from "../contract/auth/rules.ts";
import { isDay } from "../contract/dates.ts";
import { CannotStart } from "./cannot-start.ts";

export interface Config {
  port: number;
  host: string;
  /** May name several hosts. Undefined means the bundled PostgreSQL. */
  database_url: string | undefined;
  data_dir: string;
  /** Ten digits. Set together with the password, or not at all. */
  admin_phone: string | undefined;
  admin_password: string | undefined;
  mode: "demo" | "licensed";
  /** Null in demo mode, whatever the environment says: play money has no licence. */
  licence: { name: string; number: string } | null;
  /** False only in tests, in benchmarks and while the demo data are generated. */
  rate_limit: boolean;
  /** The instant, ISO with zone, at which the product's clock starts. */
  test_clock: string | undefined;
  metrics_token: string | undefined;
  log_level: LogLevel;
  /** The reverse proxies whose forwarded client address is trusted. */
  trust_proxy: false | string[];
  sms_webhook_url: string | undefined;
}

const LOG_LEVELS = ["fatal", "error", "warn", "info", "debug", "trace", "silent"] as const;
export type LogLevel = (typeof LOG_LEVELS)[number];

/**
 * Reads the configuration from the environment. An empty variable counts as unset.
 *
 * Throws {@link CannotStart} with one sentence at the first value that cannot be used.
 */
export function readConfig(env: NodeJS.ProcessEnv): Config {
  const read = (name: string): string | undefined => env[name]?.trim() || undefined;
  const mode = readChoice("MODE", read("MODE") ?? "demo", ["demo", "licensed"]);
  const config: Config = {
    port: readPort(read("PORT")),
    host: read("HOST") ?? "127.0.0.1",
    database_url: readDatabaseUrl(read("DATABASE_URL")),
    data_dir: read("DATA_DIR") ?? "./data",
    admin_phone: readAdminPhone(read("ADMIN_PHONE")),
    admin_password: readAdminPassword(env["ADMIN_PASSWORD"] || undefined),
    mode,
    licence: mode === "licensed" ? readLicence(read) : null,
    rate_limit: readChoice("RATE_LIMIT", read("RATE_LIMIT") ?? "on", ["on", "off"]) === "on",
    test_clock: readTestClock(read("TEST_CLOCK")),
    metrics_token: readToken(read("METRICS_TOKEN")),
    log_level: readChoice("LOG_LEVEL", read("LOG_LEVEL") ?? "info", LOG_LEVELS),
    trust_proxy: readTrustProxy(read("TRUST_PROXY")),
    sms_webhook_url: readWebhook(read("SMS_WEBHOOK_URL")),
  };
  refuseIncompleteAdmin(config);
  if (mode === "licensed") refuseUnlessLicensed(config);
  return config;
}

function readPort(text: string | undefined): number {
  if (text === undefined) return 3000;
  if (/^\d{1,5}$/.test(text) && Number(text) <= 65535) return Number(text);
  throw new CannotStart(`PORT must be a number from 0 to 65535, not "${text}".`);
}

/** Other characters arrive differently in a header, so every scrape would be refused. */
function readToken(text: string | undefined): string | undefined {
  if (text === undefined || /^[\x21-\x7e]+$/.test(text)) return text;
  throw new CannotStart(
    "METRICS_TOKEN must consist of ASCII letters, digits and signs, no blanks.",
  );
}

/** Checks only the outline, because the platform's URL parser rejects several hosts. */
function readDatabaseUrl(text: string | undefined): string | undefined {
  if (text === undefined || /^postgres(ql)?:\/\/\S+$/.test(text)) return text;
  throw new CannotStart("DATABASE_URL must begin with postgresql:// and contain no blanks.");
}

function readAdminPhone(text: string | undefined): string | undefined {
  if (text === undefined) return undefined;
  const phone = parsePhone(text);
  if (phone !== undefined) return phone;
  throw new CannotStart(`ADMIN_PHONE must be an Indian mobile number, not "${text}".`);
}

function readAdminPassword(text: string | undefined): string | undefined {
  if (text === undefined) return undefined;
  if (text.length >= MIN_PASSWORD_LENGTH && text.length <= MAX_PASSWORD_LENGTH) return text;
  throw new CannotStart(
    `ADMIN_PASSWORD must have ${MIN_PASSWORD_LENGTH} to ${MAX_PASSWORD_LENGTH} characters.`,
  );
}

function readChoice<T extends string>(name: string, text: string, choices: readonly T[]): T {
  const choice = choices.find((candidate) => candidate === text.toLowerCase());
  if (choice !== undefined) return choice;
  throw new CannotStart(`${name} must be one of ${choices.join(", ")}, not "${text}".`);
}

function readTestClock(text: string | undefined): string | undefined {
  if (text === undefined) return undefined;
  const [day = ""] = text.split("T");
  const pattern = /^[-\d]+T\d{2}:\d{2}(:\d{2}(\.\d{1,6})?)?(Z|[+-]\d{2}:\d{2})$/;
  if (pattern.test(text) && isDay(day) && !Number.isNaN(Date.parse(text))) return text;
  throw new CannotStart(
    `TEST_CLOCK must be an instant with its zone, such as 2026-01-31T14:30:00+05:30, not "${text}".`,
  );
}

function readTrustProxy(text: string | undefined): false | string[] {
  if (text === undefined || text.toLowerCase() === "off") return false;
  const addresses = text.split(",").map((part) => part.trim());
  if (addresses.every(isAddressOrRange)) return addresses;
  throw new CannotStart(
    `TRUST_PROXY must be off, or the addresses of the proxies in front, not "${text}".`,
  );
}

function isAddressOrRange(text: string): boolean {
  const [address = "", bits, ...rest] = text.split("/");
  const family = isIP(address);
  if (family === 0 || rest.length > 0) return false;
  if (bits === undefined) return true;
  // Fastify fails on a range of zero bits, which would trust everybody.
  return /^[1-9]\d{0,2}$/.test(bits) && Number(bits) <= (family === 4 ? 32 : 128);
}

function readWebhook(text: string | undefined): string | undefined {
  if (text === undefined) return undefined;
  // Not even a wrong one is shown: its path or query has a secret.
  if (!/^https?:\/\//.test(text) || !URL.canParse(text)) {
    throw new CannotStart("SMS_WEBHOOK_URL must be an http or https address.");
  }
  // fetch refuses a URL with credentials, and its error message shows the whole URL.
  const { username, password } = new URL(text);
  if (username === "" && password === "") return text;
  throw new CannotStart(
    "SMS_WEBHOOK_URL must hold no account: its secret goes into path or query.",
  );
}

function readLicence(read: (name: string) => string | undefined): Config["licence"] {
  return {
    name: neededWhenLicensed("LICENCE_NAME", read("LICENCE_NAME")),
    number: neededWhenLicensed("LICENCE_NUMBER", read("LICENCE_NUMBER")),
  };
}

function neededWhenLicensed(name: string, value: string | undefined): string {
  if (value !== undefined) return value;
  throw new CannotStart(`MODE=licensed needs ${name}.`);
}

function refuseIncompleteAdmin(config: Config): void {
  if ((config.admin_phone === undefined) === (config.admin_password === undefined)) return;
  throw new CannotStart("ADMIN_PHONE and ADMIN_PASSWORD must be set together.");
}

function refuseUnlessLicensed(config: Config): void {
  neededWhenLicensed("DATABASE_URL", config.database_url);
  if (!config.rate_limit) throw new CannotStart("RATE_LIMIT=off is refused in licensed mode.");
  if (config.test_clock !== undefined) {
    throw new CannotStart("TEST_CLOCK is refused in licensed mode.");
  }
}
