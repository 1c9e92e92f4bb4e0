/**
 * Does the work for one after the other. Where it fails, the others are done all the same; the
 * first failure is thrown at the end.
 */
export async function oneByOne<T>(
  items: readonly T[],
  work: (item: T) => Promise<unknown>,
): Promise<void> {
  const failures: unknown[] = [];
  for (const item of items) await work(item).catch((error: unknown) => failures.push(error));
  if (failures.length > 0) throw failures[0];
}
