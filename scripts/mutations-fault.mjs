/**
 * A deliberate fault: its name, the tests that should notice it, and the texts that it replaces.
 *
 * @typedef {[file: string, find: string, replace: string]} Edit
 * @typedef {{ name: string, tests: string, edits: Edit[] }} Fault
 */

/**
 * @param {string} name
 * @param {string} tests
 * @param {...Edit} edits
 * @returns {Fault}
 */
export const fault = (name, tests, ...edits) => ({ name, tests, edits });
