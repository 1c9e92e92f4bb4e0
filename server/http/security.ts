import helmet from "@fastify/helmet";
import type { FastifyInstance } from "fastify";

const YEAR_SECONDS = 31_536_000;

/**
 * For answers that are data: a browser takes them for nothing else, and does nothing with them.
 * What a host demands of its visitors (HTTPS) comes with its pages. Set by hand, because they are
 * the same on every answer and each one costs a read two hundredths.
 */
const DATA_HEADERS = {
  "content-security-policy": "default-src 'none'; frame-ancestors 'none'",
  "x-content-type-options": "nosniff",
};

/** Security headers on everything that this part of the app answers, which is data. */
export function protectData(app: FastifyInstance): void {
  app.addHook("onRequest", (_request, reply, done) => {
    reply.headers(DATA_HEADERS);
    done();
  });
}

/**
 * Security headers on everything that this part of the app answers: pages, and what they load.
 * Scripts and styles come from this server only and never from inside a page. Images may be data
 * (QR codes), chosen files, and icons of payment methods from elsewhere.
 */
export async function protectPages(app: FastifyInstance): Promise<void> {
  await app.register(helmet, {
    contentSecurityPolicy: {
      useDefaults: false,
      directives: {
        defaultSrc: ["'self'"],
        baseUri: ["'none'"],
        fontSrc: ["'self'"],
        formAction: ["'self'"],
        frameAncestors: ["'none'"],
        imgSrc: ["'self'", "data:", "blob:", "https:"],
        manifestSrc: ["'self'"],
        objectSrc: ["'none'"],
        workerSrc: ["'self'"],
      },
    },
    // An operator's other names may not speak https.
    strictTransportSecurity: { maxAge: YEAR_SECONDS, includeSubDomains: false },
    xFrameOptions: { action: "deny" },
  });
}
