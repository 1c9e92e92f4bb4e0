/** The history state of a page that was opened from a list. */
export const FROM_LIST = "from the list";

/**
 * Closes what a row of a list opened. `replace` gives this history entry the URL of the list, which
 * is also that of the previous entry; skip it, so that "back" leaves the screen.
 */
export function closeToList(replace: () => void): void {
  const isFromList = history.state === FROM_LIST;
  replace();
  if (isFromList) history.back();
}
