import { type ChildProcess, execFileSync, spawn } from "node:child_process";
import { chmodSync, mkdtempSync, realpathSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { type ConsoleMessage, expect, type Page, test as base } from "@playwright/test";
import type { BodySent, Reply } from "../contract/route.ts";
import type { Contract, RouteKey } from "../contract/table.ts";

/** Somebody who can sign in. */
export interface Account {
  full_name: string;
  phone: string;
  password: string;
}

export const ADMIN: Account = {
  full_name: "Admin",
  phone: "9000000001",
  password: "an-admin-of-the-journeys",
};

/** Half past one on a Friday in India: every booking of the day is open. */
export const AFTERNOON = "2026-11-20T13:30:00+05:30";

interface Shared {
  /** The instant at which the product believes that it starts: `test.use({ clock })` in a file. */
  clock: string;
  /** Its further settings, for a file that makes them its own by `test.extend`. */
  settings: Record<string, string>;
  /**
   * The built product on data of its own. Tests with the same clock share it, so that each makes
   * the players and houses that it looks at.
   */
  product: Product;
}

interface Fixtures {
  /** What a page may log besides, by `test.use`, where a fault is the point. */
  expectedErrors: RegExp | undefined;
  /** A further browser of somebody else, looking at the same product. */
  openPage: () => Promise<Page>;
}

/** What every journey begins with. A page that logs an error fails its test. */
export const test = base.extend<Fixtures, Shared>({
  clock: [AFTERNOON, { option: true, scope: "worker" }],
  settings: [{}, { scope: "worker" }],
  product: [
    async ({ clock, settings }, use) => {
      const product = new Product({ settings });
      try {
        await product.start(clock);
        await use(product);
      } finally {
        await product.remove();
      }
    },
    { scope: "worker" },
  ],
  expectedErrors: [undefined, { option: true }],
  baseURL: async ({ product }, use) => use(product.url),
  page: async ({ page, expectedErrors }, use) => {
    const errors = watchForErrors(page);
    await use(page);
    // What a page asks for at the end of its test need not be answered any more.
    if (!page.isClosed()) await page.unrouteAll({ behavior: "ignoreErrors" });
    const others = errors.filter((error) => !expectedErrors?.test(error));
    expect(others, "the page logs no error").toEqual([]);
  },
  openPage: async ({ browser }, use) => {
    const errors: string[][] = [];
    const pages: Page[] = [];
    await use(async () => {
      const page = await browser.newPage();
      pages.push(page);
      errors.push(watchForErrors(page));
      return page;
    });
    // Left open, it would go on to ask and to listen during every test that follows.
    for (const page of pages) await page.close();
    expect(errors.flat(), "no page logs an error").toEqual([]);
  },
});

interface Sent<K extends RouteKey> {
  token?: string;
  params?: Record<string, number>;
  body?: BodySent<Contract[K]>;
  /** In place of a body, where the call takes a form. */
  form?: FormData;
}

interface ProductOptions {
  beside?: Product;
  settings?: Record<string, string>;
}

/** The product as an operator runs it: a process, its port and its data folder. */
export class Product {
  url = "";
  /** Where its data lie. */
  readonly data = mkdtempSync(join(tmpdir(), "nishana-journey-"));
  #process: ChildProcess | undefined;
  #said = "";
  #wasKilled = false;
  readonly #beside: Product | undefined;
  readonly #settings: Record<string, string>;

  /** Of its own, or as a further process beside another, on the database of that one. */
  constructor({ beside, settings = {} }: ProductOptions = {}) {
    this.#beside = beside;
    this.#settings = settings;
    // As root, PostgreSQL runs under another account, which must be able to enter the folder.
    chmodSync(this.data, 0o755);
    const template = process.env["PRODUCT_TEMPLATE"];
    // Node's own copies do not keep the owner, which is that other account.
    if (template !== undefined && !beside) execFileSync("cp", ["-a", `${template}/.`, this.data]);
  }

  /** Starts it, on the port that it had before, and waits until it is ready. */
  async start(clock: string): Promise<void> {
    this.#said = "";
    const child = spawn(process.execPath, ["--enable-source-maps", "dist/server/main.js"], {
      env: {
        PATH: process.env["PATH"],
        PORT: this.url === "" ? "0" : new URL(this.url).port,
        DATA_DIR: this.data,
        TEST_CLOCK: clock,
        ADMIN_PHONE: ADMIN.phone,
        ADMIN_PASSWORD: ADMIN.password,
        RATE_LIMIT: "off",
        LOG_LEVEL: "warn",
        ...this.#settings,
        ...(this.#beside && { DATABASE_URL: this.#beside.#databaseUrl() }),
      },
    });
    this.#process = child;
    this.url = await new Promise<string>((resolve, reject) => {
      const read = (bytes: Buffer) => {
        this.#said += bytes.toString();
        const [, address] = /ready at (http:\S+)/.exec(this.#said) ?? [];
        if (address === undefined) return;
        this.#wasKilled = false;
        resolve(address);
      };
      child.stdout.on("data", read);
      child.stderr.on("data", read);
      child.once("error", reject);
      child.once("exit", () => reject(new Error(`the product did not start:\n${this.#said}`)));
    });
  }

  /** Ends it in the middle of whatever it does. */
  async kill(): Promise<void> {
    await this.#end("SIGKILL");
    this.#wasKilled = true;
  }

  /** Stops it as an operator does. */
  async stop(): Promise<void> {
    await this.#end("SIGTERM");
  }

  /** The same, and deletes its data. */
  async remove(): Promise<void> {
    // A killed process leaves its database running; the next start takes it over, and stops it.
    if (this.#wasKilled && this.#beside === undefined) await this.start(AFTERNOON);
    await this.#end("SIGTERM");
    rmSync(this.data, { recursive: true, force: true });
  }

  /** Calls the API, to bring about what a journey begins with rather than walks through. */
  async call<K extends RouteKey>(route: K, sent: Sent<K> = {}): Promise<Reply<Contract[K]>> {
    const { token, params = {}, body, form } = sent;
    const [method = "GET", path = ""] = route.split(" ");
    const filled = path.replace(/\{(\w+)\}/g, (_, name: string) => String(params[name]));
    const answer = await fetch(`${this.url}/api${filled}`, {
      method,
      headers: {
        ...(token === undefined ? {} : { authorization: `Bearer ${token}` }),
        ...(body === undefined ? {} : { "content-type": "application/json" }),
      },
      body: form ?? (body === undefined ? null : JSON.stringify(body)),
    });
    if (!answer.ok) throw new Error(`${route}: ${answer.status} ${await answer.text()}`);
    return readJson(answer);
  }

  /** A new account of a player, made over the API. */
  async signUp(full_name = "Rida Lyngdoh"): Promise<Account> {
    const phone = String(++lastPhone);
    const account = { full_name, phone, password: "a-player-of-the-journeys" };
    await this.call("POST /auth/register", { body: { ...account, email: null } });
    return account;
  }

  /** The token of a new session, for further calls. */
  async tokenOf({ phone, password }: Account): Promise<string> {
    const { access_token } = await this.call("POST /auth/login", { body: { phone, password } });
    return access_token;
  }

  #databaseUrl(): string {
    const socket = join(realpathSync(join(this.data, "postgres")), "socket");
    return `postgresql://postgres@localhost/nishana?host=${encodeURIComponent(socket)}`;
  }

  async #end(signal: NodeJS.Signals): Promise<void> {
    const child = this.#process;
    this.#process = undefined;
    if (child === undefined || child.exitCode !== null) return;
    const gone = new Promise((resolve) => child.once("exit", resolve));
    child.kill(signal);
    await gone;
  }
}

/** Signs in as a person does, and waits for the first page behind the login. */
export async function logIn(page: Page, { phone, password }: Account): Promise<void> {
  await page.goto("/login");
  await page.getByLabel("Phone number").fill(phone);
  await page.getByLabel("Password", { exact: true }).fill(password);
  await page.getByRole("button", { name: "Login" }).click();
  await expect(page.getByRole("heading", { name: /^Welcome/ })).toBeVisible();
}

/**
 * The same for journeys about other things: quicker, with a session from the API, and straight to
 * where they begin.
 */
export async function signIn(page: Page, account: Account, path = "/app"): Promise<void> {
  const { phone, password } = account;
  const answer = await page.request.post("/api/auth/login", { data: { phone, password } });
  const { access_token }: Reply<Contract["POST /auth/login"]> = await answer.json();
  // Any small file will do: storage belongs to an address, which must have been visited.
  await page.goto("/mark.svg");
  await page.evaluate(`localStorage.setItem("ACCESS_TOKEN", "${access_token}")`);
  await page.goto(path);
  const welcome = page.getByRole("heading", { name: /^Welcome/ });
  if (path === "/app") await expect(welcome).toBeVisible();
}

/** A place of the player's navigation: at the side, and on a phone at the bottom. */
export const goTo = (page: Page, place: string): Promise<void> =>
  page
    .getByRole("navigation", { name: "Main" })
    .getByRole("link", { name: place, exact: true })
    .click();

let lastPhone = 9_100_000_000;

/** Refusals of the server are part of a journey; everything else that is logged is not. */
function watchForErrors(page: Page): string[] {
  const errors: string[] = [];
  page.on("pageerror", (error) => errors.push(error.message));
  page.on("console", (message: ConsoleMessage) => {
    const is_answer = message.text().startsWith("Failed to load resource");
    if (message.type() === "error" && !is_answer) errors.push(message.text());
  });
  return errors;
}

/** The contract says what the JSON of an answer is. */
async function readJson<T>(answer: Response): Promise<T> {
  const text = await answer.text();
  const reply: T = text === "" ? undefined : JSON.parse(text);
  return reply;
}
