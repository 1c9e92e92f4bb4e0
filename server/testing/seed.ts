/**
 * The seed of a randomised test: SEED from the environment, or a new one. A failing test prints it,
 * so that the run can be repeated.
 */
export const seedOfRun = (): number =>
  Number(process.env["SEED"] ?? Math.floor(Math.random() * 2 ** 31));

/** `npm run test:long` runs the long form of the proofs. */
export const IS_LONG = process.env["LONG"] === "1";
