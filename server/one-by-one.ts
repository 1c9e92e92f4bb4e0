/**
 * Runs the work for each item in sequence. When it fails for an item, the others still run; the
 * first error is thrown at the end.
 */
export async function oneByOne<T>(
  items: readonly T[],
  work: (item: T) => Promise<unknown>,
): Promise<void> {
  const failures: unknown[] = [];
  for (const item of items) await work(item).catch((error: unknown) => failures.push(error));
  if (failures.length > 0) throw failures[0];
}
