import type { Transport } from "./client.ts";

/**
 * Sends a form and tells, from 0 to 1, how much of it is on its way: fetch cannot. Answers and
 * fails as fetch does.
 */
export function uploadWith(onProgress: (share: number) => void): Transport {
  return (address, { method, headers, body, signal }) =>
    new Promise((resolve, reject) => {
      const request = new XMLHttpRequest();
      request.open(method, address);
      request.responseType = "blob";
      for (const [name, value] of headers) request.setRequestHeader(name, value);
      request.upload.onprogress = ({ loaded, total }) =>
        onProgress(total === 0 ? 1 : loaded / total);
      request.onload = () => resolve(responseOf(request));
      request.onerror = () => reject(new TypeError("the network failed"));
      request.onabort = () => reject(new DOMException("aborted", "AbortError"));
      signal?.addEventListener("abort", () => request.abort());
      request.send(body);
    });
}

function responseOf(request: XMLHttpRequest): Response {
  const headers = new Headers();
  for (const name of ["content-type", "retry-after"]) {
    const value = request.getResponseHeader(name);
    if (value !== null) headers.set(name, value);
  }
  return new Response(request.response, { status: request.status, headers });
}
