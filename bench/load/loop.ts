import type { LoadReport } from "./load.ts";

/** A loop that sends requests. */
export interface Loop {
  /** Stops sending new requests; resolves when all requests in flight are answered. */
  end(): Promise<LoadReport>;
}
