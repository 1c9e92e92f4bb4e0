import type { TestApp } from "./app.ts";

/** Sends a multipart form to the API, as a browser does. A Blob is sent as a file. */
export async function sendForm(
  { app }: TestApp,
  url: string,
  fields: Record<string, string | Blob>,
  headers: Record<string, string>,
): Promise<{ status: number; body: unknown }> {
  const form = new FormData();
  for (const [name, value] of Object.entries(fields)) form.set(name, value);
  const response = await app.inject({ method: "POST", url, payload: form, headers });
  return { status: response.statusCode, body: response.json() };
}
