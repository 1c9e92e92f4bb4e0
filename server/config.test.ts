import { describe, expect, it } from "vitest";
import { CannotStart } from "./cannot-start.ts";
import { readConfig } from "./config.ts";

const licensed = {
  MODE: "licensed",
  LICENCE_NAME: "Hills Teer Counter",
  LICENCE_NUMBER: "ML/2026/17",
  DATABASE_URL: "postgresql://app@db.example/nishana",
};

describe("readConfig", () => {
  it("has a default for every variable", () => {
    expect(readConfig({})).toStrictEqual({
      port: 3000,
      host: "127.0.0.1",
      database_url: undefined,
      data_dir: "./data",
      admin_phone: undefined,
      admin_password: undefined,
      mode: "demo",
      licence: null,
      rate_limit: true,
      test_clock: undefined,
      metrics_token: undefined,
      log_level: "info",
      trust_proxy: false,
      sms_webhook_url: undefined,
    });
  });

  it("treats an empty variable as unset", () => {
    expect(readConfig({ PORT: "", MODE: " ", DATABASE_URL: "" })).toStrictEqual(readConfig({}));
  });

  it("accepts licensed mode with a licence and a database", () => {
    expect(readConfig(licensed)).toMatchObject({
      mode: "licensed",
      licence: { name: "Hills Teer Counter", number: "ML/2026/17" },
      database_url: "postgresql://app@db.example/nishana",
    });
  });

  it("has no licence in demo mode, even if the variables of one are set", () => {
    expect(readConfig({ ...licensed, MODE: "demo" })).toMatchObject({
      mode: "demo",
      licence: null,
    });
  });

  it.each([
    [{ PORT: "0" }, { port: 0 }],
    [{ PORT: "65535" }, { port: 65535 }],
    [{ HOST: "0.0.0.0" }, { host: "0.0.0.0" }],
    [{ DATABASE_URL: "postgres://u:p@h1:5432,h2/d?target_session_attrs=read-write" }, {}],
    [
      { ADMIN_PHONE: "+91 98765-43210", ADMIN_PASSWORD: " spaces stay " },
      { admin_phone: "9876543210", admin_password: " spaces stay " },
    ],
    [{ RATE_LIMIT: "off" }, { rate_limit: false }],
    [{ TEST_CLOCK: "2026-01-31T14:30:00+05:30" }, { test_clock: "2026-01-31T14:30:00+05:30" }],
    [{ TEST_CLOCK: "2028-02-29T00:00Z" }, { test_clock: "2028-02-29T00:00Z" }],
    [{ LOG_LEVEL: "WARN" }, { log_level: "warn" }],
    [{ TRUST_PROXY: "off" }, { trust_proxy: false }],
    [{ TRUST_PROXY: "OFF" }, { trust_proxy: false }],
    [{ TRUST_PROXY: "fd00::/64" }, { trust_proxy: ["fd00::/64"] }],
    [{ TRUST_PROXY: "10.0.0.0/8, ::1" }, { trust_proxy: ["10.0.0.0/8", "::1"] }],
    [{ SMS_WEBHOOK_URL: "https://sms.example/send" }, {}],
  ])("accepts %j", (env, part) => {
    expect(readConfig(env)).toMatchObject(part);
  });

  it.each([
    [{ PORT: "http" }, "PORT must be a number from 0 to 65535"],
    [{ PORT: "65536" }, "PORT must be"],
    [{ PORT: "-1" }, "PORT must be"],
    [{ PORT: "80.5" }, "PORT must be"],
    [{ DATABASE_URL: "mysql://h/d" }, "DATABASE_URL must begin with postgresql://"],
    [{ DATABASE_URL: "postgresql://h/d b" }, "DATABASE_URL must begin with"],
    [{ ADMIN_PHONE: "9876543210" }, "ADMIN_PHONE and ADMIN_PASSWORD must be set together"],
    [{ ADMIN_PASSWORD: "long enough" }, "must be set together"],
    [{ ADMIN_PHONE: "12345", ADMIN_PASSWORD: "long enough" }, "ADMIN_PHONE must be an Indian"],
    [{ ADMIN_PHONE: "9876543210", ADMIN_PASSWORD: "12345" }, "6 to 200 characters"],
    [{ ADMIN_PHONE: "9876543210", ADMIN_PASSWORD: "x".repeat(201) }, "6 to 200 characters"],
    [{ MODE: "production" }, "MODE must be one of demo, licensed"],
    [{ RATE_LIMIT: "maybe" }, "RATE_LIMIT must be one of on, off"],
    [{ TEST_CLOCK: "2026-01-31T14:30:00" }, "TEST_CLOCK must be an instant with its zone"],
    [{ TEST_CLOCK: "2026-02-30T14:30:00Z" }, "TEST_CLOCK must be"],
    [{ TEST_CLOCK: "2026-01-31T25:30:00Z" }, "TEST_CLOCK must be"],
    [{ TEST_CLOCK: "yesterday" }, "TEST_CLOCK must be"],
    [{ LOG_LEVEL: "loud" }, "LOG_LEVEL must be one of"],
    [{ TRUST_PROXY: "on" }, "TRUST_PROXY must be off"],
    [{ METRICS_TOKEN: "sch\u00f6n" }, "METRICS_TOKEN must consist of ASCII"],
    [{ METRICS_TOKEN: "two words" }, "METRICS_TOKEN must consist of ASCII"],
    [{ TRUST_PROXY: "1" }, "TRUST_PROXY must be off"],
    [{ TRUST_PROXY: "10.0.0.0/33" }, "TRUST_PROXY must be off"],
    [{ TRUST_PROXY: "10.0.0.0/8/8" }, "TRUST_PROXY must be off"],
    [{ TRUST_PROXY: "10.0.0.1, proxy" }, "TRUST_PROXY must be off"],
    [{ TRUST_PROXY: "0.0.0.0/0" }, "TRUST_PROXY must be off"],
    [
      { SMS_WEBHOOK_URL: "ftp://sms.example/" },
      "SMS_WEBHOOK_URL must be an http or https address.",
    ],
    [{ SMS_WEBHOOK_URL: "https://sms example" }, "SMS_WEBHOOK_URL must be an http"],
    [
      { SMS_WEBHOOK_URL: "sms.example/?key=1" },
      "SMS_WEBHOOK_URL must be an http or https address.",
    ],
    [{ SMS_WEBHOOK_URL: "https://app:secret@sms.example" }, "SMS_WEBHOOK_URL must hold no account"],
    [{ SMS_WEBHOOK_URL: "https://secret@sms.example" }, "SMS_WEBHOOK_URL must hold no account"],
    [{ SMS_WEBHOOK_URL: "https://:secret@sms.example" }, "SMS_WEBHOOK_URL must hold no account"],
    [{ ...licensed, LICENCE_NAME: "" }, "MODE=licensed needs LICENCE_NAME"],
    [{ ...licensed, LICENCE_NUMBER: "" }, "MODE=licensed needs LICENCE_NUMBER"],
    [{ ...licensed, DATABASE_URL: "" }, "MODE=licensed needs DATABASE_URL"],
    [{ ...licensed, RATE_LIMIT: "off" }, "RATE_LIMIT=off is refused in licensed mode"],
    [{ ...licensed, TEST_CLOCK: "2026-01-31T14:30:00Z" }, "TEST_CLOCK is refused"],
  ])("refuses %j in one sentence", (env, sentence) => {
    expect(() => readConfig(env)).toThrow(CannotStart);
    expect(() => readConfig(env)).toThrow(sentence);
  });
});
