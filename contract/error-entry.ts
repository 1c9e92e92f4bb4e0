/**
 * A refusal: its HTTP status, its English sentence, and when it is raised. `{name}` in the sentence
 * is filled from the refusal's params. `field` is the field of the body that is at fault, unless
 * the code that raises the refusal names another.
 */
export interface ErrorEntry {
  status: 400 | 401 | 403 | 404 | 409 | 413 | 415 | 429 | 500 | 503;
  sentence: string;
  when: string;
  field?: string;
}
