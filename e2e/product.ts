import { type ChildProcess, execFileSync, spawn } from "node:child_process";
import { chmodSync, mkdtempSync, realpathSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { type ConsoleMessage, expect, type Page, test as base } from "@playwright/test";
import pg from "pg";
import type { BodySent, Reply } from "../contract/route.ts";
import type { Contract, RouteKey } from "../contract/table.ts";

/** The credentials of an account. */
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

/** Half past one on a Friday in India: booking is open for every round of the day. */
const AFTERNOON = "2026-11-20T13:30:00+05:30";

interface WorkerFixtures {
  /** More environment variables of the product. A file sets them by `test.extend`. */
  settings: Record<string, string>;
  /** Returns the running product of a file, which the worker starts if there is none. */
  productFor: (file: string, clock: string) => Promise<Product>;
}

interface TestFixtures {
  /** The instant at which the product's clock starts. A file sets it by `test.use({ clock })`. */
  clock: string;
  /**
   * The built product on its own data. A file that sets a clock or settings has one of its own. The
   * other files of a worker share one, so each test makes its own players and houses.
   */
  product: Product;
  /** Errors that a page may log, set by `test.use` in tests of failures. */
  expectedErrors: RegExp | undefined;
  /** Opens a page with separate storage, for another user of the same product. */
  openPage: () => Promise<Page>;
}

/** The name of the product of all files that need none of their own. */
const SHARED = "shared";

/** The test function of every journey. A page that logs an error fails its test. */
export const test = base.extend<TestFixtures, WorkerFixtures>({
  clock: [AFTERNOON, { option: true }],
  settings: [{}, { scope: "worker" }],
  productFor: [
    async ({ settings }, use) => {
      const products = new Map<string, Product>();
      await use(async (file, clock) => {
        const isOwn = clock !== AFTERNOON || Object.keys(settings).length > 0;
        const name = isOwn ? file : SHARED;
        // The other files that had their own are finished.
        for (const [other, product] of products) {
          if (other === name || other === SHARED) continue;
          products.delete(other);
          await product.remove();
        }
        let product = products.get(name);
        if (product === undefined) {
          product = new Product({ settings });
          products.set(name, product);
          await product.start(clock);
        }
        return product;
      });
      for (const product of products.values()) await product.remove();
    },
    { scope: "worker" },
  ],
  product: async ({ productFor, clock }, use, { file }) => use(await productFor(file, clock)),
  expectedErrors: [undefined, { option: true }],
  baseURL: async ({ product }, use) => use(product.url),
  page: async ({ page, expectedErrors }, use) => {
    const errors = watchForErrors(page);
    await use(page);
    // Requests that are still in flight when the test ends do not matter.
    if (!page.isClosed()) await page.unrouteAll({ behavior: "ignoreErrors" });
    const unexpected = errors.filter((error) => !expectedErrors?.test(error));
    expect(unexpected, "the page logs no error").toEqual([]);
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
    // An open page would keep polling and listening for events during the following tests.
    for (const page of pages) await page.close();
    expect(errors.flat(), "no page logs an error").toEqual([]);
  },
});

interface CallOptions<K extends RouteKey> {
  token?: string;
  params?: Record<string, number>;
  body?: BodySent<Contract[K]>;
  /** Sent in place of `body` where the call takes a form. */
  form?: FormData;
}

interface ProductOptions {
  /** Another product on whose database this one runs, as a further server process. */
  sharesDatabaseOf?: Product;
  settings?: Record<string, string>;
}

/** The product as an operator runs it: a process, its port and its data folder. */
export class Product {
  url = "";
  readonly dataFolder = mkdtempSync(join(tmpdir(), "nishana-journey-"));
  #process: ChildProcess | undefined;
  #output = "";
  #wasKilled = false;
  readonly #databaseOwner: Product | undefined;
  readonly #settings: Record<string, string>;

  constructor({ sharesDatabaseOf, settings = {} }: ProductOptions = {}) {
    this.#databaseOwner = sharesDatabaseOf;
    this.#settings = settings;
    // As root, PostgreSQL runs under another account, which must be able to enter the folder.
    chmodSync(this.dataFolder, 0o755);
    const template = process.env["PRODUCT_TEMPLATE"];
    if (template === undefined || sharesDatabaseOf) return;
    // Node's own copy functions do not keep the owner, which is that other account.
    execFileSync("cp", ["-a", `${template}/.`, this.dataFolder]);
  }

  /** Starts the process and waits until it is ready. A restart uses the same port. */
  async start(clock: string): Promise<void> {
    this.#output = "";
    const child = spawn(process.execPath, ["--enable-source-maps", "dist/server/main.js"], {
      env: {
        PATH: process.env["PATH"],
        PORT: this.url === "" ? "0" : new URL(this.url).port,
        DATA_DIR: this.dataFolder,
        TEST_CLOCK: clock,
        ADMIN_PHONE: ADMIN.phone,
        ADMIN_PASSWORD: ADMIN.password,
        RATE_LIMIT: "off",
        LOG_LEVEL: "warn",
        ...this.#settings,
        ...(this.#databaseOwner && { DATABASE_URL: this.#databaseOwner.#databaseUrl() }),
      },
    });
    this.#process = child;
    this.url = await new Promise<string>((resolve, reject) => {
      const read = (bytes: Buffer) => {
        this.#output += bytes.toString();
        const [, url] = /ready at (http:\S+)/.exec(this.#output) ?? [];
        if (url === undefined) return;
        this.#wasKilled = false;
        resolve(url);
      };
      child.stdout.on("data", read);
      child.stderr.on("data", read);
      child.once("error", reject);
      child.once("exit", () => reject(new Error(`the product did not start:\n${this.#output}`)));
    });
  }

  /** Kills the process without letting it finish anything. */
  async kill(): Promise<void> {
    await this.#end("SIGKILL");
    this.#wasKilled = true;
  }

  /** Stops the process as an operator does. */
  async stop(): Promise<void> {
    await this.#end("SIGTERM");
  }

  /** Stops the process and deletes its data. */
  async remove(): Promise<void> {
    // A killed process leaves its database running. The next start takes it over, to be stopped.
    if (this.#wasKilled && this.#databaseOwner === undefined) await this.start(AFTERNOON);
    await this.#end("SIGTERM");
    rmSync(this.dataFolder, { recursive: true, force: true });
  }

  /** Calls the API, to prepare what a journey needs but does not test. */
  async call<K extends RouteKey>(
    route: K,
    options: CallOptions<K> = {},
  ): Promise<Reply<Contract[K]>> {
    const { token, params = {}, body, form } = options;
    const [method = "GET", path = ""] = route.split(" ");
    const filledPath = path.replace(/\{(\w+)\}/g, (_, name: string) => String(params[name]));
    const response = await fetch(`${this.url}/api${filledPath}`, {
      method,
      headers: {
        ...(token === undefined ? {} : { authorization: `Bearer ${token}` }),
        ...(body === undefined ? {} : { "content-type": "application/json" }),
      },
      body: form ?? (body === undefined ? null : JSON.stringify(body)),
    });
    if (!response.ok) throw new Error(`${route}: ${response.status} ${await response.text()}`);
    return readJson(response);
  }

  /** Executes a statement in the product's database, for damage that no call can do. */
  async execute(statement: string): Promise<void> {
    const database = new pg.Client(this.#databaseUrl());
    await database.connect();
    try {
      await database.query(statement);
    } finally {
      await database.end();
    }
  }

  /** Registers a new player through the API. */
  async signUp(full_name = "Rida Lyngdoh"): Promise<Account> {
    const phone = String(++lastPhone);
    const account = { full_name, phone, password: "a-player-of-the-journeys" };
    await this.call("POST /auth/register", { body: { ...account, email: null } });
    return account;
  }

  /** Signs in through the API and returns the token of the new session. */
  async tokenOf({ phone, password }: Account): Promise<string> {
    const { access_token } = await this.call("POST /auth/login", { body: { phone, password } });
    return access_token;
  }

  #databaseUrl(): string {
    const socket = join(realpathSync(join(this.dataFolder, "postgres")), "socket");
    return `postgresql://postgres@localhost/nishana?host=${encodeURIComponent(socket)}`;
  }

  async #end(signal: NodeJS.Signals): Promise<void> {
    const child = this.#process;
    this.#process = undefined;
    if (child === undefined || child.exitCode !== null) return;
    const exited = new Promise((resolve) => child.once("exit", resolve));
    child.kill(signal);
    await exited;
  }
}

/** Signs in by the login form, and waits for the dashboard. */
export async function signInByForm(page: Page, { phone, password }: Account): Promise<void> {
  await page.goto("/login");
  await page.getByLabel("Phone number").fill(phone);
  await page.getByLabel("Password", { exact: true }).fill(password);
  await page.getByRole("button", { name: "Login" }).click();
  await expect(page.getByRole("heading", { name: /^Welcome/ })).toBeVisible();
}

/**
 * Signs in with a session from the API and opens a path. It is quicker than the login form, for
 * journeys that do not test the login.
 */
export async function signIn(page: Page, account: Account, path = "/app"): Promise<void> {
  const { phone, password } = account;
  const response = await page.request.post("/api/auth/login", { data: { phone, password } });
  const { access_token }: Reply<Contract["POST /auth/login"]> = await response.json();
  // Any small file will do: local storage belongs to an origin, which must be open to write to it.
  await page.goto("/mark.svg");
  await page.evaluate(`localStorage.setItem("ACCESS_TOKEN", "${access_token}")`);
  await page.goto(path);
  const welcome = page.getByRole("heading", { name: /^Welcome/ });
  if (path === "/app") await expect(welcome).toBeVisible();
}

/** Signs in, opens a path and waits until its event stream is connected. */
export async function openLive(page: Page, account: Account, path = "/app"): Promise<void> {
  const connected = page.waitForResponse("**/api/events*");
  await signIn(page, account, path);
  await connected;
}

/** Opens a screen by the main navigation, which is a sidebar, or a bottom bar on a phone. */
export const goTo = (page: Page, name: string): Promise<void> =>
  page.getByRole("navigation", { name: "Main" }).getByRole("link", { name, exact: true }).click();

let lastPhone = 9_100_000_000;

/** Collects logged errors, except failed responses: refusals are part of a journey. */
function watchForErrors(page: Page): string[] {
  const errors: string[] = [];
  page.on("pageerror", (error) => errors.push(error.message));
  page.on("console", (message: ConsoleMessage) => {
    const isResponse = message.text().startsWith("Failed to load resource");
    if (message.type() === "error" && !isResponse) errors.push(message.text());
  });
  return errors;
}

/** Parses a response body, whose type the contract states. */
async function readJson<T>(response: Response): Promise<T> {
  const text = await response.text();
  const reply: T = text === "" ? undefined : JSON.parse(text);
  return reply;
}
