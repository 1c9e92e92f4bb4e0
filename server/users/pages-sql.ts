import { type RawBuilder, sql } from "kysely";
import type { Role } from "../../contract/users/rules.ts";
import { type Db, theRow, type Tx } from "../db/database.ts";
import { userColumns, type UserRow } from "./sql.ts";

export interface UserFilter {
  /** Part of a name, phone or email; the empty text matches every account. */
  search: string;
  /** Takes the place of the text. */
  user_id?: number | undefined;
  role: Role | undefined;
}

/** The length of the grams in the index. Shorter texts are searched in every account. */
const GRAM = 3;

const text = sql`search_text(full_name, phone, email)`;

const gramsOf = (search: string) => sql`search_grams(lower(${search}))`;

const holds = ({ search, user_id }: UserFilter, grams: RawBuilder<unknown>) => {
  if (user_id !== undefined) return sql`id = ${user_id}`;
  return search === "" ? sql`true` : has(search, grams);
};

/** The index finds accounts with all grams of the text; strpos rejects false matches. */
const has = (search: string, grams: RawBuilder<unknown>) =>
  Array.from(search).length < GRAM
    ? sql`strpos(${text}, lower(${search})) > 0`
    : sql`search_grams(${text}) @> ${grams} and strpos(${text}, lower(${search})) > 0`;

const matches = (filter: UserFilter, grams = gramsOf(filter.search)) => sql`
  ${holds(filter, grams)}
  and (${filter.role ?? null}::text is null or role = ${filter.role ?? null})
`;

/**
 * The subselect hides the grams from the planner. If it knew that nearly all accounts have them, it
 * would read the table instead of the index, and cut the grams of each account again.
 */
export async function countUsers(db: Db | Tx, filter: UserFilter): Promise<number> {
  const { rows } = await sql<{ total: number }>`
    select count(*) as total
    from users
    where ${matches(filter, sql`(select ${gramsOf(filter.search)})`)}
  `.execute(db);
  return theRow(rows).total;
}

/** Newest first. Skipped accounts are only counted, in an index. */
export async function listUsersBy(
  db: Db | Tx,
  filter: UserFilter,
  limit: number,
  skip: number,
): Promise<UserRow[]> {
  const { rows } = await sql<UserRow>`
    select ${userColumns}
    from (
      select id
      from users
      where ${matches(filter)}
      order by id desc
      limit ${limit}
      offset ${skip}
    ) page
    join users using (id)
    order by id desc
  `.execute(db);
  return rows;
}
