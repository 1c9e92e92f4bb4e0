/** The `code` that Node, the system and PostgreSQL put on their errors, else an empty text. */
export function codeOf(error: unknown): string {
  if (typeof error !== "object" || error === null || !("code" in error)) return "";
  return typeof error.code === "string" ? error.code : "";
}
