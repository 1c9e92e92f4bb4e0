import { hash, timingSafeEqual } from "node:crypto";
import { setTimeout as wait } from "node:timers/promises";
import type { FastifyInstance } from "fastify";
import { collectDefaultMetrics, Counter, Gauge, Histogram, Registry } from "prom-client";
import type { Context } from "./context.ts";
import { clockNow } from "./db/clock.ts";
import type { Db } from "./db/database.ts";
import { Refusal } from "./refusal.ts";
import { findBooksChecked } from "./reports/service.ts";

/** The Prometheus metrics of this process. */
export interface Metrics {
  registry: Registry;
  requests: Histogram<"route" | "status">;
  orders: Counter<"outcome">;
  batch_orders: Histogram;
  queued_orders: Gauge;
  broken_invariants: Gauge;
  books_checked: Gauge;
  clock: Gauge;
}

/** How long a scrape waits for the database, less than what monitoring waits for a scrape. */
const DATABASE_MS = 2_000;

export function createMetrics(): Metrics {
  const registry = new Registry();
  const registers = [registry];
  return {
    registry,
    requests: new Histogram({
      name: "nishana_request_seconds",
      help: "How long calls took, by route and status.",
      labelNames: ["route", "status"],
      buckets: [0.002, 0.005, 0.01, 0.02, 0.05, 0.1, 0.2, 0.5, 1, 5],
      registers,
    }),
    orders: new Counter({
      name: "nishana_orders_total",
      help: "Orders that came into a batch, by outcome.",
      labelNames: ["outcome"],
      registers,
    }),
    batch_orders: new Histogram({
      name: "nishana_batch_orders",
      help: "Orders in a batch.",
      buckets: [1, 2, 5, 10, 20, 50, 100, 200, 500, 750],
      registers,
    }),
    queued_orders: new Gauge({
      name: "nishana_queued_orders",
      help: "Orders that wait for their batch.",
      registers,
    }),
    broken_invariants: new Gauge({
      name: "nishana_broken_invariants",
      help: "Invariants of the books that did not hold at the last check.",
      registers,
    }),
    books_checked: new Gauge({
      name: "nishana_books_checked_timestamp_seconds",
      help: "When the last complete nightly check of the books began, by any process; 0 if none.",
      registers,
    }),
    clock: new Gauge({
      name: "nishana_clock_timestamp_seconds",
      help: "The clock by which rounds close, that of the database.",
      registers,
    }),
  };
}

/**
 * Serves the metrics at /api/metrics to requests with the configured token. Without a configured
 * token the route does not exist and requests are not measured.
 */
export function serveMetrics(
  app: FastifyInstance,
  { config, db, metrics, placing }: Pick<Context, "config" | "db" | "metrics" | "placing">,
): void {
  const token = config.metrics_token;
  if (token === undefined) return;
  collectDefaultMetrics({ register: metrics.registry });
  app.addHook("onResponse", async (request, reply) => {
    const route = request.routeOptions.url ?? "unknown";
    const labels = { route: `${request.method} ${route}`, status: reply.statusCode };
    metrics.requests.observe(labels, reply.elapsedTime / 1_000);
  });
  app.get("/api/metrics", async (request, reply) => {
    if (!isEqual(request.headers.authorization ?? "", `Bearer ${token}`)) {
      throw new Refusal("session_required");
    }
    await Promise.race([readDatabase(db, metrics), wait(DATABASE_MS, undefined, { ref: false })]);
    metrics.queued_orders.set(placing.queued);
    return reply.type(metrics.registry.contentType).send(await metrics.registry.metrics());
  });
}

/** The last known values stay while the database cannot be reached. */
async function readDatabase(db: Db, { books_checked, clock }: Metrics): Promise<void> {
  const read = await Promise.all([findBooksChecked(db), clockNow(db)]).catch(() => undefined);
  if (!read) return;
  const [checked, now] = read;
  books_checked.set(checked);
  clock.set(Date.parse(now) / 1_000);
}

/** Compares in constant time: the digests have the same length for texts of any length. */
const isEqual = (received: string, expected: string): boolean =>
  timingSafeEqual(digest(received), digest(expected));

const digest = (text: string): Buffer => hash("sha256", text, "buffer");
