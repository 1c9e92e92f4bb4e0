import type { FastifyRequest } from "fastify";
import type { Access } from "../../contract/route.ts";
import type { Role } from "../../contract/users/rules.ts";
import type { Context } from "../context.ts";
import { Refusal } from "../refusal.ts";

/** The user of a valid session. */
export interface SessionUser {
  id: number;
  role: Role;
  session_id: number;
}

/** The admin who makes a call, with the client's address, as the audit trail records it. */
export interface Actor {
  id: number;
  address: string;
  user_agent: string | null;
}

declare module "fastify" {
  interface FastifyInstance {
    context: Context;
  }
  interface FastifyRequest {
    user: SessionUser | undefined;
  }
}

/**
 * The caller of a request. Refuses `session_required` or `forbidden` according to the route's
 * access. On an optional route an invalid token counts as none. On a public route the token is not
 * read, so that a result that everybody requests at once needs no session lookup in the database.
 */
export async function userOf(
  { sessions }: Context,
  request: FastifyRequest,
  access: Access,
): Promise<SessionUser | undefined> {
  if (access === "public") return undefined;
  const token = bearerOf(request);
  const user = token === undefined ? undefined : await sessions.find(token);
  if (access === "optional") return user;
  if (!user) throw new Refusal("session_required");
  if (access === "admin" && user.role !== "admin") throw new Refusal("forbidden");
  return user;
}

/** Whether a request that was accepted earlier would still be accepted now. */
export async function mayCall(
  context: Context,
  request: FastifyRequest,
  access: Access,
): Promise<boolean> {
  try {
    await userOf(context, request, access);
    return true;
  } catch (error) {
    const is_refused = error instanceof Refusal && ACCESS_CODES.includes(error.code);
    if (is_refused) return false;
    throw error;
  }
}

const ACCESS_CODES: string[] = ["session_required", "forbidden"];

const bearerOf = (request: FastifyRequest): string | undefined =>
  /^Bearer ([\w-]{20,200})$/i.exec(request.headers.authorization ?? "")?.[1];
