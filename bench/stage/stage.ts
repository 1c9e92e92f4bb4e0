import { fileURLToPath } from "node:url";
import type pg from "pg";
import { addDays, dayInIndia } from "../../contract/dates.ts";
import { initPgbench } from "../floors/pgbench.ts";
import type { Sizes } from "../sizes.ts";
import { prepareUsual } from "../usual/schema.ts";
import { seedPlayers } from "./players.ts";
import { openClient, startPostgres } from "./postgres.ts";
import { seedResults } from "./results.ts";
import { type Server, startServer } from "./server.ts";

/** The servers and databases of a run; each is started when it is first requested. */
export interface Stage {
  sizes: Sizes;
  /** The product, on a database with players and published results. */
  product: () => Promise<Product>;
  /** The floor server (bench/usual) with the same number of players. */
  usual: () => Promise<Server>;
  /** Fastify with a constant response of this length. */
  constant: (bytes: number) => Promise<Server>;
  /** The URL of a database for pgbench. */
  pgbench: () => Promise<string>;
  /** Another instance of the product, on its own database. */
  anotherProduct: (name: string) => Promise<Product>;
  readonly postgres_version: string;
  close(): Promise<void>;
}

export interface Product {
  server: Server;
  database_url: string;
  /** A connection of the benchmark to the product's database. */
  client: pg.Client;
  house_ids: number[];
  first_user_id: number;
  /** Tomorrow in India, whose rounds are open at any time of day. */
  play_date: string;
}

const pathOf = (file: string): string => fileURLToPath(new URL(file, import.meta.url));

export async function openStage(sizes: Sizes): Promise<Stage> {
  const postgres = await startPostgres();
  const undo: (() => Promise<unknown>)[] = [() => postgres.stop()];
  const constants = new Map<number, Promise<Server>>();
  const keep = async <T extends { stop(): Promise<unknown> }>(started: Promise<T>): Promise<T> => {
    const server = await started;
    undo.push(() => server.stop());
    return server;
  };

  const product = once(() => {
    const started = postgres.createDatabase("product").then((url) => startProduct(url, sizes));
    return keep(started);
  });

  return {
    sizes,
    postgres_version: postgres.version,
    product,
    usual: once(async () => {
      const { house_ids, play_date } = await product();
      const url = await postgres.createDatabase("usual");
      const client = await openClient(url);
      await prepareUsual(client, sizes.players, house_ids, play_date);
      await client.end();
      return keep(startServer([pathOf("../usual/main.js")], { DATABASE_URL: url }));
    }),
    constant(bytes) {
      const started = constants.get(bytes) ?? keep(startConstant(bytes));
      constants.set(bytes, started);
      return started;
    },
    pgbench: once(async () => {
      const url = await postgres.createDatabase("pgbench");
      await initPgbench(url);
      return url;
    }),
    anotherProduct: async (name) => keep(startProduct(await postgres.createDatabase(name), sizes)),
    async close() {
      for (let stop = undo.pop(); stop; stop = undo.pop()) await stop();
    },
  };
}

/** Runs the work on the first call; all calls return its result. */
function once<T>(work: () => Promise<T>): () => Promise<T> {
  let done: Promise<T> | undefined;
  return () => (done ??= work());
}

const startConstant = (bytes: number): Promise<Server> =>
  startServer([pathOf("../constant/main.js")], { BYTES: String(bytes) });

/** Starts the product like `npm start`, with players and results, and without rate limits. */
async function startProduct(database_url: string, sizes: Sizes) {
  const main = pathOf("../../server/main.js");
  const server = await startServer(["--enable-source-maps", main], {
    DATABASE_URL: database_url,
    PORT: "0",
    RATE_LIMIT: "off",
    ADMIN_PHONE: "6999999999",
    ADMIN_PASSWORD: "of the benchmark",
  });
  const client = await openClient(database_url);
  await seedPlayers(client, sizes.players);
  await seedResults(client);
  await client.query("vacuum (analyze)");
  const { rows: houses } = await client.query<{ id: string }>("select id from houses order by id");
  const { rows: users } = await client.query<{ id: string }>(
    "select min(id) as id from users where role = 'user'",
  );
  return {
    server,
    database_url,
    client,
    house_ids: houses.map(({ id }) => Number(id)),
    first_user_id: Number(users[0]?.id),
    play_date: addDays(dayInIndia(new Date().toISOString()), 1),
    async stop() {
      await client.end();
      await server.stop();
    },
  };
}
