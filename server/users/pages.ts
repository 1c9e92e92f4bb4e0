import { parsePhone } from "../../contract/auth/rules.ts";
import type { Query, Reply } from "../../contract/route.ts";
import type { userRoutes } from "../../contract/users/routes.ts";
import type { Context } from "../context.ts";
import { pagesOf } from "../page-count.ts";
import { countUsers, listUsersBy } from "./pages-sql.ts";
import { withBalance } from "./service.ts";

/**
 * A page of the accounts whose name, phone or email contains the text, newest first, with the
 * number of pages, at least 1. A complete phone number is found in any notation, a part of one with
 * blanks in it too, and an account by its id as screens show it, such as #123.
 */
export async function listUsers(
  context: Context,
  { search = "", role, limit, skip }: Query<(typeof userRoutes)["GET /admin/users"]>,
): Promise<Reply<(typeof userRoutes)["GET /admin/users"]>> {
  const text = parsePhone(search) ?? partOfPhone(search) ?? search;
  const filter = { search: text, user_id: parseNumber(search), role };
  const [total, rows] = await Promise.all([
    countUsers(context.db, filter),
    listUsersBy(context.db, filter, limit, skip),
  ]);
  const users = await Promise.all(rows.map((row) => withBalance(context, row)));
  return { users, pages: pagesOf(total, limit) };
}

/** The digits of a text such as "98765 43". */
const partOfPhone = (search: string): string | undefined =>
  /^[\d\s]+$/.test(search) ? search.replace(/\s/g, "") : undefined;

/** The id in a text such as #123. */
function parseNumber(search: string): number | undefined {
  const digits = /^#0*([1-9]\d{0,14})$/.exec(search)?.[1];
  return digits === undefined ? undefined : Number(digits);
}
