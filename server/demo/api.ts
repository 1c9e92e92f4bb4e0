import type { FastifyInstance, InjectOptions } from "fastify";
import type { BodySent, Reply } from "../../contract/route.ts";
import type { Contract, RouteKey } from "../../contract/table.ts";

interface Asked<K extends RouteKey> {
  as?: string;
  id?: number;
  body?: BodySent<Contract[K]>;
  /** Fields of a multipart form. */
  form?: Record<string, string>;
}

/** The device that the demo's people hold, as lists of sessions and the audit trail name it. */
const PHONE =
  "Mozilla/5.0 (Linux; Android 10; K) AppleWebKit/537.36 (KHTML, like Gecko) " +
  "Chrome/138.0.0.0 Mobile Safari/537.36";

/** Calls of the contract on a server that is not listening; undefined when one is refused. */
export interface Api {
  <K extends RouteKey>(key: K, asked?: Asked<K>): Promise<Reply<Contract[K]> | undefined>;
}

/** `goOn` is asked before each call, and throws to break off. */
export function apiOf(app: FastifyInstance, goOn: () => void): Api {
  return call;

  /** The reply of a success is what its route says: the server wrote it by its schema. */
  async function call<K extends RouteKey>(
    key: K,
    asked?: Asked<K>,
  ): Promise<Reply<Contract[K]> | undefined>;
  async function call<K extends RouteKey>(key: K, asked: Asked<K> = {}): Promise<unknown> {
    goOn();
    const [method, path = ""] = key.split(" ");
    const answer = await app.inject({
      method: method === "POST" ? "POST" : "GET",
      url: `/api${path.replace("{id}", String(asked.id))}`,
      headers: {
        "user-agent": PHONE,
        ...(asked.as !== undefined && { authorization: `Bearer ${asked.as}` }),
      },
      ...payloadOf(asked.body, asked.form),
    });
    if (answer.statusCode >= 500) throw new Error(`${key} answered ${answer.payload}`);
    if (answer.statusCode >= 400) return undefined;
    return answer.payload === "" ? undefined : answer.json();
  }
}

function payloadOf(body: unknown, form: Record<string, string> | undefined): InjectOptions {
  if (body !== undefined) return { payload: Object(body) };
  if (form === undefined) return {};
  const data = new FormData();
  for (const [name, value] of Object.entries(form)) data.set(name, value);
  return { payload: data };
}
