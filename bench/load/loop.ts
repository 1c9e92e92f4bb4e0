import type { LoadReport } from "./load.ts";

/** Requests being sent. */
export interface Loop {
  /** Sends nothing new; answers once everything under way is answered. */
  end(): Promise<LoadReport>;
}
