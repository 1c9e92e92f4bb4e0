import type { Transport } from "./client.ts";

/**
 * Sends a form and tells, from 0 to 1, how much of it is on its way: fetch cannot. Answers and
 * fails as fetch does, and fails too once it has stood still for two minutes.
 */
export function uploadWith(onProgress: (share: number) => void): Transport {
  return (address, { method, headers, body, signal }) =>
    new Promise((resolve, reject) => {
      const request = new XMLHttpRequest();
      request.open(method, address);
      request.responseType = "blob";
      for (const [name, value] of headers) request.setRequestHeader(name, value);
      let giveUp = setTimeout(() => request.abort(), LONGEST_STANDSTILL_MS);
      request.upload.onprogress = ({ loaded, total }) => {
        clearTimeout(giveUp);
        giveUp = setTimeout(() => request.abort(), LONGEST_STANDSTILL_MS);
        onProgress(total === 0 ? 1 : loaded / total);
      };
      request.onloadend = () => clearTimeout(giveUp);
      request.onload = () => resolve(responseOf(request));
      request.onerror = () => reject(new TypeError("the network failed"));
      request.onabort = () => reject(new DOMException("aborted", "AbortError"));
      signal?.addEventListener("abort", () => request.abort());
      request.send(body);
    });
}

/** Progress includes what the phone has buffered: up to half a megabyte, slow on a 2G network. */
const LONGEST_STANDSTILL_MS = 120_000;

function responseOf(request: XMLHttpRequest): Response {
  const headers = new Headers();
  for (const name of ["content-type", "retry-after"]) {
    const value = request.getResponseHeader(name);
    if (value !== null) headers.set(name, value);
  }
  return new Response(request.response, { status: request.status, headers });
}
