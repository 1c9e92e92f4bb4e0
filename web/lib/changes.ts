/**
 * The fields that differ from what a form opened with. Only they are sent: another admin may have
 * changed the rest meanwhile.
 */
export function changesOf<T extends object>(opened: T, typed: T): Partial<T> {
  const changes: Partial<T> = {};
  for (const name in typed) if (opened[name] !== typed[name]) changes[name] = typed[name];
  return changes;
}
