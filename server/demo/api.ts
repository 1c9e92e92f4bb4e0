import type { FastifyInstance, InjectOptions } from "fastify";
import type { BodySent, Reply } from "../../contract/route.ts";
import type { Contract, RouteKey } from "../../contract/table.ts";

const METHODS = ["GET", "POST", "PUT"] as const;

interface CallOptions<K extends RouteKey> {
  as?: string;
  id?: number;
  body?: BodySent<Contract[K]>;
  /** Fields of a multipart form; a Blob is a file. */
  form?: Record<string, string | Blob>;
}

/** The device of all demo accounts, which lists of sessions and the audit trail show. */
const USER_AGENT =
  "Mozilla/5.0 (Linux; Android 10; K) AppleWebKit/537.36 (KHTML, like Gecko) " +
  "Chrome/138.0.0.0 Mobile Safari/537.36";

/** Makes a call of the contract on a server that does not listen; undefined when it is refused. */
export interface Api {
  <K extends RouteKey>(key: K, options?: CallOptions<K>): Promise<Reply<Contract[K]> | undefined>;
}

/** `throwIfAborted` runs before each call, with its key. */
export function apiOf(app: FastifyInstance, throwIfAborted: (key: RouteKey) => void): Api {
  return call;

  /** A successful reply has the type of its route: the server wrote it by that schema. */
  async function call<K extends RouteKey>(
    key: K,
    options?: CallOptions<K>,
  ): Promise<Reply<Contract[K]> | undefined>;
  async function call<K extends RouteKey>(key: K, options: CallOptions<K> = {}): Promise<unknown> {
    throwIfAborted(key);
    const [method, path = ""] = key.split(" ");
    const response = await app.inject({
      method: METHODS.find((one) => one === method) ?? "GET",
      url: `/api${path.replace("{id}", String(options.id))}`,
      headers: {
        "user-agent": USER_AGENT,
        ...(options.as !== undefined && { authorization: `Bearer ${options.as}` }),
      },
      ...payloadOf(options.body, options.form),
    });
    if (response.statusCode >= 500) throw new Error(`${key} answered ${response.payload}`);
    if (response.statusCode >= 400) return undefined;
    return response.payload === "" ? undefined : response.json();
  }
}

function payloadOf(body: unknown, form: CallOptions<RouteKey>["form"]): InjectOptions {
  if (body !== undefined) return { payload: Object(body) };
  if (form === undefined) return {};
  const data = new FormData();
  for (const [name, value] of Object.entries(form)) data.set(name, value);
  return { payload: data };
}
