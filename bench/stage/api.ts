import { ADMIN_TOKEN } from "./players.ts";

/** Makes a call as admin; throws unless it succeeds. */
export async function asAdmin(
  port: number,
  method: "GET" | "POST",
  path: string,
  body?: object,
): Promise<unknown> {
  const answer = await fetch(`http://127.0.0.1:${port}/api${path}`, {
    method,
    headers: {
      authorization: `Bearer ${ADMIN_TOKEN}`,
      ...(body && { "content-type": "application/json" }),
    },
    ...(body && { body: JSON.stringify(body) }),
  });
  if (!answer.ok) throw new Error(`${path} answered ${answer.status}: ${await answer.text()}`);
  return answer.json();
}

/** Throws unless every invariant of the books holds. */
export async function checkBooks(port: number): Promise<void> {
  const books = await asAdmin(port, "GET", "/admin/books");
  if (!JSON.stringify(books).startsWith('{"holds":true,')) {
    throw new Error(`the books do not balance: ${JSON.stringify(books)}`);
  }
}
