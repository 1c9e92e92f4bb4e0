import type { FastifyBaseLogger } from "fastify";
import type { LiveEvent } from "../contract/notifications/schemas.ts";
import type { Config } from "./config.ts";
import type { Db } from "./db/database.ts";
import type { Lane } from "./db/lane.ts";
import type { Listener } from "./db/listener.ts";
import type { KeptHouses } from "./houses/service.ts";
import type { KeptAnswer } from "./http/kept-answers.ts";
import type { Room } from "./http/room.ts";
import type { Streams } from "./http/streams.ts";
import type { Turns } from "./http/turns.ts";
import type { SessionCache } from "./auth/session-cache.ts";
import type { MessageSender } from "./notifications/message-sender.ts";
import type { PlacingLane } from "./orders/placing.ts";
import type { OrderRow, PageRequest } from "./orders/sql.ts";
import type { SettlementSweep } from "./results/settlement.ts";
import type { Metrics } from "./metrics.ts";

/** What every handler and service of one server process shares. */
export interface Context {
  db: Db;
  config: Config;
  log: FastifyBaseLogger;
  metrics: Metrics;
  sessions: SessionCache;
  messages: MessageSender;
  /** Orders, placed in batches. */
  placing: PlacingLane;
  /** Pages of one's own orders, gathered. */
  order_pages: Lane<PageRequest, OrderRow[]>;
  /** Reads of one's own balance in paise, gathered, by user. */
  balances: Lane<number, number>;
  /** Counts of unread notifications, gathered, by user. */
  unread: Lane<number, number>;
  /** Calls of one user that come one after the other. */
  turns: Turns;
  /** Memory for forms. */
  room: Room;
  /** What any process of this database says. */
  listener: Listener;
  /** Open screens on this process. */
  streams: Streams<LiveEvent>;
  houses: KeptHouses;
  latest_results: KeptAnswer;
  top_win: KeptAnswer;
  sweep: SettlementSweep;
}
