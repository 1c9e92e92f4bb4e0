import { parsePhone } from "../../contract/auth/rules.ts";
import type { Query, Reply } from "../../contract/route.ts";
import type { userRoutes } from "../../contract/users/routes.ts";
import type { Context } from "../context.ts";
import { pagesOf } from "../http/pages.ts";
import { countUsers, listUsersBy } from "./pages-sql.ts";
import { withBalance } from "./service.ts";

/**
 * The accounts whose name, phone or email holds the text, newest first: a page of them, with how
 * many pages there are, which is at least one. A whole phone is found however it is written.
 */
export async function listUsers(
  context: Context,
  { search = "", role, limit, skip }: Query<(typeof userRoutes)["GET /admin/users"]>,
): Promise<Reply<(typeof userRoutes)["GET /admin/users"]>> {
  const filter = { search: parsePhone(search) ?? search, role };
  const [total, rows] = await Promise.all([
    countUsers(context.db, filter),
    listUsersBy(context.db, filter, limit, skip),
  ]);
  const users = await Promise.all(rows.map((row) => withBalance(context, row)));
  return { users, pages: pagesOf(total, limit) };
}
