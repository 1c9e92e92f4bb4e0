interface ImportMetaEnv {
  /** The folder of the compiled messages, with a slash at both ends. */
  readonly MESSAGES: string;
}

interface Window {
  /** Answers on their way from early.ts to lib/early-answers.ts; undefined once asked for. */
  early?: Map<string, Promise<Response> | undefined>;
  /** When each of them was there, by performance.now(). */
  early_arrivals?: WeakMap<Response, number>;
}
