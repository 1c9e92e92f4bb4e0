import type { Transport } from "./client.ts";

/**
 * Uploads a form and reports its progress from 0 to 1, which fetch cannot do. It fails after two
 * minutes without progress, and cannot be aborted.
 */
export function uploadWith(onProgress: (share: number) => void): Transport {
  return (address, { method, headers, body }) =>
    new Promise((resolve, reject) => {
      const request = new XMLHttpRequest();
      request.open(method, address);
      request.responseType = "blob";
      for (const [name, value] of headers) request.setRequestHeader(name, value);
      let timeout = setTimeout(() => request.abort(), STALL_TIMEOUT_MS);
      request.upload.onprogress = ({ loaded, total }) => {
        clearTimeout(timeout);
        timeout = setTimeout(() => request.abort(), STALL_TIMEOUT_MS);
        onProgress(total === 0 ? 1 : loaded / total);
      };
      request.onloadend = () => clearTimeout(timeout);
      request.onload = () => resolve(responseOf(request));
      request.onerror = () => reject(new TypeError("the network failed"));
      request.onabort = () => reject(new DOMException("aborted", "AbortError"));
      request.send(body);
    });
}

/** Progress counts bytes that the phone has only buffered: up to 0.5 MB, which is slow on 2G. */
const STALL_TIMEOUT_MS = 120_000;

function responseOf(request: XMLHttpRequest): Response {
  const headers = new Headers();
  for (const name of ["content-type", "retry-after"]) {
    const value = request.getResponseHeader(name);
    if (value !== null) headers.set(name, value);
  }
  return new Response(request.response, { status: request.status, headers });
}
