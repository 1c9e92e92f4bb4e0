/**
 * A refusal: its HTTP status, its English sentence, when it is raised. `{name}` in a sentence is
 * filled from the refusal's params. `field` is the one of the body that is always at fault; who
 * raises it where another is at fault names that one.
 */
export interface ErrorEntry {
  status: 400 | 401 | 403 | 404 | 409 | 413 | 415 | 429 | 500 | 503;
  sentence: string;
  when: string;
  field?: string;
}
