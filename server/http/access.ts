import type { FastifyRequest } from "fastify";
import type { Access } from "../../contract/route.ts";
import type { Role } from "../../contract/users/rules.ts";
import type { Context } from "../context.ts";
import { Refusal } from "../refusal.ts";

/** Who calls, by a valid session. */
export interface SessionUser {
  id: number;
  role: Role;
  session_id: number;
}

/** An admin who makes a call, and from where: whom the audit trail names. */
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
 * The caller of a request. Refuses `session_required` and `forbidden` as the route's access says;
 * where a session is optional, a token that is not valid counts as none. Public routes look at no
 * token: a result that everybody asks for at once needs no session found, nor the database for it.
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

/** Whether a request that was let in would be let in again now. */
export async function mayCall(
  context: Context,
  request: FastifyRequest,
  access: Access,
): Promise<boolean> {
  try {
    await userOf(context, request, access);
    return true;
  } catch (error) {
    const is_refused = error instanceof Refusal && NOT_LET_IN.includes(error.code);
    if (is_refused) return false;
    throw error;
  }
}

const NOT_LET_IN: string[] = ["session_required", "forbidden"];

const bearerOf = (request: FastifyRequest): string | undefined =>
  /^Bearer ([\w-]{20,200})$/i.exec(request.headers.authorization ?? "")?.[1];
