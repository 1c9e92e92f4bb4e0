/**
 * The fields that differ from a form's initial values. Only they are sent, because another admin
 * may have changed other fields meanwhile.
 */
export function changesOf<T extends object>(initial: T, current: T): Partial<T> {
  const changes: Partial<T> = {};
  for (const name in current) if (initial[name] !== current[name]) changes[name] = current[name];
  return changes;
}
