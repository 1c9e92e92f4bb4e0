/**
 * The seed of a run of chance: the one that SEED names, or a new one. Tests print it when they
 * fail, so that the same run can be had again.
 */
export const seedOfRun = (): number =>
  Number(process.env["SEED"] ?? Math.floor(Math.random() * 2 ** 31));

/** `npm run test:long` runs the long form of the proofs. */
export const IS_LONG = process.env["LONG"] === "1";
