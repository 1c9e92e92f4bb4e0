import { constants } from "node:zlib";
import compress, { type FastifyCompressOptions } from "@fastify/compress";
import Fastify, { type FastifyBaseLogger, type FastifyInstance, LogController } from "fastify";
import { contract } from "../contract/table.ts";
import { createAfterwards } from "./afterwards.ts";
import { auditHandlers } from "./audit/routes.ts";
import { authHandlers } from "./auth/routes.ts";
import { createSessionCache } from "./auth/session-cache.ts";
import type { Config } from "./config.ts";
import type { Context } from "./context.ts";
import type { Db } from "./db/database.ts";
import { createListener } from "./db/listener.ts";
import { houseHandlers } from "./houses/routes.ts";
import { cacheHouses, createGateLane } from "./houses/service.ts";
import { bindRoutes } from "./http/bind.ts";
import { readAddresses } from "./http/client-address.ts";
import { serveDocs } from "./http/docs.ts";
import { answerBadAddress, answerClientError, answerErrors, refuse } from "./http/errors.ts";
import { ignoreForwardedPorts } from "./http/forwarded.ts";
import { readJson } from "./http/json-body.ts";
import { createAnswerCache } from "./http/answer-cache.ts";
import { registerRateLimiter } from "./http/rate-limits.ts";
import { createRequestIds, logRequests } from "./http/request-log.ts";
import { protectData, protectPages } from "./http/security.ts";
import { createRoom } from "./http/room.ts";
import { createStreams } from "./http/streams.ts";
import { createTurns } from "./http/turns.ts";
import { serveWeb } from "./http/web.ts";
import { passOnEvents } from "./notifications/live.ts";
import { createMessageSender, type MessageSender } from "./message-sender.ts";
import { notificationHandlers } from "./notifications/routes.ts";
import { createOpeningLane, createUnreadLane } from "./notifications/service.ts";
import { orderHandlers } from "./orders/routes.ts";
import { createPageLane } from "./orders/pages.ts";
import { createPlacingLane } from "./orders/placing.ts";
import { paymentHandlers } from "./payments/routes.ts";
import { startNightlyWork } from "./reports/nightly.ts";
import { reportHandlers } from "./reports/routes.ts";
import { resultHandlers } from "./results/routes.ts";
import { cacheLatest, cachePublished } from "./results/service.ts";
import { cacheTopWin } from "./results/winners.ts";
import { createSettlementSweep } from "./results/settlement.ts";
import { Refusal } from "./refusal.ts";
import { createMetrics, serveMetrics } from "./metrics.ts";
import { systemHandlers } from "./system/routes.ts";
import { userHandlers } from "./users/routes.ts";
import { walletHandlers } from "./wallet/routes.ts";
import { createUserLane } from "./users/service.ts";
import { createBalanceLane } from "./wallet/service.ts";

const MAX_JSON_BYTES = 128 * 1024;
/**
 * Long responses are compressed synchronously, for speed rather than size: compressing a page of
 * orders, 12 KB, on Node's thread pool took 800 µs; here it takes 30 (docs/benchmarks.md).
 */
const COMPRESSION: FastifyCompressOptions = {
  threshold: 2_048,
  syncThreshold: 128 * 1_024,
  brotliOptions: { params: { [constants.BROTLI_PARAM_QUALITY]: 1 } },
  zlibOptions: { level: 3 },
  globalDecompression: false,
};
/** Timeout for receiving a whole request, such as a screenshot over a bad connection. */
const REQUEST_TIMEOUT_MS = 120_000;
/**
 * Longer than proxies keep an idle connection for reuse: nginx 60 seconds, Caddy two minutes. If
 * the server closes it first, a request sent at that moment is lost and answered 502.
 */
const KEEP_ALIVE_MS = 130_000;

interface Parts {
  db: Db;
  config: Config;
  log: FastifyBaseLogger;
  /** Tests pass their own sender to read what is sent. Defaults to the configured sender. */
  messages?: MessageSender;
}

/** Assembles the server, which does not listen yet. Closing it stops everything it has started. */
export async function buildApp({ db, config, log, messages }: Parts): Promise<FastifyInstance> {
  const app = createServer(config, log);
  const context = createContext({ db, config, log, messages });
  const { afterwards, listener, streams, sweep } = context;
  passOnEvents(context);
  app.decorate("context", context);
  app.decorateRequest("user", undefined);
  readAddresses(app);
  if (config.trust_proxy) ignoreForwardedPorts(app);
  logRequests(app);
  answerErrors(app);
  serveMetrics(app, context);
  await registerRateLimiter(app);
  await app.register(compress, COMPRESSION);
  await app.register((api) => serveApi(api, context), { prefix: "/api" });
  await app.register(servePages);
  await listener.start();
  sweep.start();
  const nightly = startNightlyWork(context);
  app.addHook("preClose", async () => streams.close());
  app.addHook("onClose", () =>
    Promise.all([afterwards.ended(), sweep.stop(), nightly.stop(), listener.close()]),
  );
  return app;
}

function createContext({ db, config, log, messages }: Parts): Context {
  const listener = createListener(db, log);
  const metrics = createMetrics();
  const answer_cache = createAnswerCache(listener);
  return {
    db,
    config,
    log,
    metrics,
    listener,
    sessions: createSessionCache(db, listener, log),
    messages: messages ?? createMessageSender(config, log),
    afterwards: createAfterwards(log),
    placing: createPlacingLane(db, metrics),
    order_pages: createPageLane(db),
    gates: createGateLane(db),
    users: createUserLane(db),
    balances: createBalanceLane(db),
    unread: createUnreadLane(db),
    openings: createOpeningLane(db),
    turns: createTurns(),
    room: createRoom(),
    streams: createStreams(),
    houses: cacheHouses(db, answer_cache),
    latest_results: cacheLatest(db, answer_cache),
    published_results: cachePublished(db, answer_cache),
    top_win: cacheTopWin(db, answer_cache),
    sweep: createSettlementSweep(db, log),
  };
}

function createServer(config: Config, log: FastifyBaseLogger): FastifyInstance {
  return Fastify({
    loggerInstance: log,
    // http/request-log.ts logs requests instead.
    logController: new LogController({ disableRequestLogging: true }),
    genReqId: createRequestIds(),
    // A child logger for each request would cost more than most responses. Each log line adds the
    // request id itself.
    childLoggerFactory: (logger) => logger,
    bodyLimit: MAX_JSON_BYTES,
    requestTimeout: REQUEST_TIMEOUT_MS,
    keepAliveTimeout: KEEP_ALIVE_MS,
    // While the server stops, a request on an open connection is served as the last one on it.
    return503OnClosing: false,
    trustProxy: config.trust_proxy,
    routerOptions: { maxParamLength: 100 },
    frameworkErrors: answerBadAddress,
    clientErrorHandler: answerClientError,
  });
}

async function serveApi(api: FastifyInstance, context: Context): Promise<void> {
  protectData(api);
  readJson(api);
  api.setNotFoundHandler((_request, reply) => refuse(reply, new Refusal("not_found")));
  await bindRoutes(api, context, contract, handlers);
}

async function servePages(app: FastifyInstance): Promise<void> {
  await protectPages(app);
  serveDocs(app, contract);
  await serveWeb(app);
}

const handlers = {
  ...systemHandlers,
  ...authHandlers,
  ...userHandlers,
  ...houseHandlers,
  ...walletHandlers,
  ...paymentHandlers,
  ...orderHandlers,
  ...resultHandlers,
  ...notificationHandlers,
  ...reportHandlers,
  ...auditHandlers,
};
