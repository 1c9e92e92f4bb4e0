import type { TestApp } from "./app.ts";

/** A multipart form over the API, as a browser sends it; a Blob is a file. */
export async function sendForm(
  { app }: TestApp,
  url: string,
  fields: Record<string, string | Blob>,
  headers: Record<string, string>,
): Promise<{ status: number; body: unknown }> {
  const form = new FormData();
  for (const [name, value] of Object.entries(fields)) form.set(name, value);
  const answer = await app.inject({ method: "POST", url, payload: form, headers });
  return { status: answer.statusCode, body: answer.json() };
}
