/** The `code` of an error from Node, the system or PostgreSQL; an empty string without one. */
export function codeOf(error: unknown): string {
  if (typeof error !== "object" || error === null || !("code" in error)) return "";
  return typeof error.code === "string" ? error.code : "";
}
