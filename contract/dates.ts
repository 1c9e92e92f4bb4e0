/**
 * India's time. The product's time zone is Asia/Kolkata: UTC+05:30 all year, without daylight
 * saving, so a fixed offset is correct. Days are `yyyy-MM-dd`, instants ISO 8601.
 */
const MINUTE_MS = 60_000;
const DAY_MS = 24 * 60 * MINUTE_MS;
const INDIA_OFFSET_MS = 330 * MINUTE_MS;

/** The day in India at an instant. */
export const dayInIndia = (instant: Date | string | number): string =>
  new Date(new Date(instant).getTime() + INDIA_OFFSET_MS).toISOString().slice(0, 10);

/** The day that is `days` after a day, or before it if negative. */
export const addDays = (day: string, days: number): string =>
  new Date(Date.parse(`${day}T00:00:00Z`) + days * DAY_MS).toISOString().slice(0, 10);

/** The instant of a clock time on a day in India; `minutes` after midnight may cross midnight. */
export const instantInIndia = (day: string, minutes: number): string =>
  new Date(Date.parse(`${day}T00:00:00Z`) + minutes * MINUTE_MS - INDIA_OFFSET_MS).toISOString();

/** Whether the text is a day that exists between 2000 and 2199, as `yyyy-MM-dd`. */
export function isDay(text: string): boolean {
  if (!/^2[01]\d{2}-\d{2}-\d{2}$/.test(text)) return false;
  // Date carries a day after the end of a month over into the next month.
  return new Date(`${text}T00:00:00Z`).getUTCDate() === Number(text.slice(8));
}

/** Whether the text is a day as a request may send it: with or without a time of zero. */
export const isDaySent = (text: string): boolean =>
  isDay(dayOf(text)) && /^(T00:00:00(\.0+)?)?$/.test(text.slice(10));

/** The day in a text that `isDaySent` accepts. */
export const dayOf = (text: string): string => text.slice(0, 10);

/**
 * Minutes after midnight of a clock time such as '4:00 PM', '4 pm' or '16:00'; undefined for any
 * other text.
 */
export function parseClockTime(text: string): number | undefined {
  const match = /^(\d{1,2})(?::(\d{2}))?(?:\s*([ap])\.?m\.?)?$/i.exec(text.trim());
  if (!match) return undefined;
  const [, hourText = "", minuteText, half] = match;
  const hour = Number(hourText);
  const minute = Number(minuteText ?? 0);
  if (minute > 59) return undefined;
  if (half === undefined)
    return minuteText === undefined || hour > 23 ? undefined : hour * 60 + minute;
  if (hour < 1 || hour > 12) return undefined;
  return ((hour % 12) + (half.toLowerCase() === "p" ? 12 : 0)) * 60 + minute;
}
