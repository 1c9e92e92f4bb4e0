/**
 * The reason why the product cannot start, in one sentence for the operator.
 *
 * The entry point prints the sentence without a stack trace and exits with 1.
 */
export class CannotStart extends Error {
  override name = "CannotStart";
}
