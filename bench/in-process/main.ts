import { setTimeout as wait } from "node:timers/promises";
import pino from "pino";
import { buildApp } from "../../server/app.ts";
import { readConfig } from "../../server/config.ts";
import { openDatabase } from "../../server/db/database.ts";
import { placeOrder } from "../../server/orders/service.ts";
import { makeKey, makeOrders } from "../load/requests.ts";
import type { InProcessReport, InProcessSpec } from "./run.ts";

/** Places orders through the product's service and lanes, without HTTP. */
const spec: InProcessSpec = JSON.parse(process.argv[2] ?? "");
const config = readConfig({ RATE_LIMIT: "off" });
const db = openDatabase(spec.database_url);
const app = await buildApp({ db, config, log: pino({ level: config.log_level }) });
await app.ready();

const orders = makeOrders(spec.play_date, spec.house_ids, 500);
let placed = 0;
let next = 0;
let is_over = false;

const callers = Array.from({ length: spec.callers }, async () => {
  while (!is_over) {
    next += 1;
    const order = orders[next % orders.length];
    if (!order) throw new Error("there are orders");
    const user_id = spec.first_user_id + (next % spec.players);
    await placeOrder(app.context, user_id, order, makeKey());
    placed += 1;
  }
});

await wait(spec.warm_up_seconds * 1_000);
placed = 0;
const began = performance.now();
await wait(spec.seconds * 1_000);
const seconds = (performance.now() - began) / 1_000;
const report: InProcessReport = { orders_per_second: placed / seconds };
is_over = true;
await Promise.all(callers);
await app.close();
await db.destroy();
process.send?.(report);
process.disconnect();
