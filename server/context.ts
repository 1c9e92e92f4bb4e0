import type { FastifyBaseLogger } from "fastify";
import type { Afterwards } from "./afterwards.ts";
import type { LiveEvent } from "../contract/notifications/schemas.ts";
import type { Config } from "./config.ts";
import type { Db } from "./db/database.ts";
import type { Lane } from "./db/lane.ts";
import type { Listener } from "./db/listener.ts";
import type { CachedHouses, GateLane } from "./houses/service.ts";
import type { CachedAnswer } from "./http/answer-cache.ts";
import type { Room } from "./http/room.ts";
import type { Streams } from "./http/streams.ts";
import type { Turns } from "./http/turns.ts";
import type { SessionCache } from "./auth/session-cache.ts";
import type { MessageSender } from "./message-sender.ts";
import type { Opening } from "./notifications/sql.ts";
import type { PageLane } from "./orders/pages.ts";
import type { PlacingLane } from "./orders/placing.ts";
import type { CachedResults } from "./results/service.ts";
import type { SettlementSweep } from "./results/settlement.ts";
import type { Metrics } from "./metrics.ts";
import type { UserLane } from "./users/service.ts";

/** What all handlers and services of one server process share. */
export interface Context {
  db: Db;
  config: Config;
  log: FastifyBaseLogger;
  metrics: Metrics;
  sessions: SessionCache;
  messages: MessageSender;
  afterwards: Afterwards;
  /** Places orders in batches. */
  placing: PlacingLane;
  /** Batched reads of pages of a player's own orders. */
  order_pages: PageLane;
  /** Batched reads of a house on a day. */
  gates: GateLane;
  /** Batched reads of users, by id. */
  users: UserLane;
  /** Batched reads of balances in paise, by user id. */
  balances: Lane<number, number>;
  /** Batched counts of unread notifications, by user id. */
  unread: Lane<number, number>;
  /** Batched reads for streams that open, by user id. */
  openings: Lane<number, Opening>;
  /** Queues that run the calls of one user one at a time. */
  turns: Turns;
  /** Limits the memory that uploaded forms hold. */
  room: Room;
  /** Receives NOTIFY messages from every process on this database. */
  listener: Listener;
  /** The event streams that are open on this process. */
  streams: Streams<LiveEvent>;
  houses: CachedHouses;
  latest_results: CachedAnswer;
  published_results: CachedResults;
  top_win: CachedAnswer;
  sweep: SettlementSweep;
}
