import { dayInIndia } from "../../contract/dates.ts";
import type { Language } from "./messages.ts";

/**
 * Formats money, days and times: with Latin digits and Indian grouping in every language, and in
 * India's time zone on every device.
 */
const money = new Intl.NumberFormat("en-IN", {
  minimumFractionDigits: 2,
  maximumFractionDigits: 2,
});

/**
 * `₹1,23,456.00`; a minus sign (never a hyphen) before the ₹. What is below half a paisa, as a sum
 * of rupees may be instead of zero, is zero.
 */
export const formatMoney = (rupees: number): string =>
  `${rupees <= -0.005 ? "−" : ""}₹${money.format(Math.abs(rupees))}`;

/** An amount without decimals if it is whole, for limits and stakes: `₹10,000`. */
export const formatRupees = (rupees: number): string =>
  Number.isInteger(rupees) ? `₹${rupees.toLocaleString("en-IN")}` : formatMoney(rupees);

/** A count, `1,23,456`, or an average of counts, with at most one decimal. */
export const formatCount = (count: number): string =>
  count.toLocaleString("en-IN", { maximumFractionDigits: 1 });

const percent = new Intl.NumberFormat("en-IN", {
  style: "percent",
  minimumFractionDigits: 1,
  maximumFractionDigits: 1,
});

/** A share from 0 to 1 as `21.4%`, always with one decimal: `22.0%`. */
export const formatPercent = (share: number): string => percent.format(share);

/** A day (`yyyy-MM-dd`) or an instant as `20 Nov 2026`, the month in the user's language. */
export function formatDay(dayOrInstant: string, language: Language): string {
  const day = dayOrInstant.length > 10 ? dayInIndia(dayOrInstant) : dayOrInstant;
  return `${formatShortDay(day, language)} ${day.slice(0, 4)}`;
}

/** A day as `20 Nov`, where the year is obvious. */
export const formatShortDay = (day: string, language: Language): string =>
  `${day.slice(8)} ${monthName(day, language)}`;

/** An instant as `03:45 PM` in India, which never wraps. */
export const formatTime = (instant: string): string =>
  withoutBreaks(time.format(new Date(instant)));

/** An instant as `20 Nov 2026, 03:45 PM`. */
export const formatDayTime = (instant: string, language: Language): string =>
  `${formatDay(instant, language)}, ${formatTime(instant)}`;

/** The same with seconds: `20 Nov 2026, 03:45:07 PM`. */
export const formatDayTimeToSecond = (instant: string, language: Language): string =>
  `${formatDay(instant, language)}, ${withoutBreaks(exactTime.format(new Date(instant)))}`;

const withoutBreaks = (text: string): string => text.replaceAll(" ", "\u00a0");

const zone = { timeZone: "Asia/Kolkata", hour12: true } as const;
const time = new Intl.DateTimeFormat("en-US", { ...zone, hour: "2-digit", minute: "2-digit" });
const exactTime = new Intl.DateTimeFormat("en-US", {
  ...zone,
  hour: "2-digit",
  minute: "2-digit",
  second: "2-digit",
});

function monthName(day: string, language: Language): string {
  const names = MONTHS[language];
  if (names !== undefined) return names.split(" ")[Number(day.slice(5, 7)) - 1] ?? "";
  // Intl does not support Khasi, and its en-IN abbreviates September as "Sept".
  const locale = language === "hi" || language === "bn" ? language : "en-US";
  return new Intl.DateTimeFormat(locale, { month: "short", timeZone: "UTC" }).format(
    new Date(`${day}T00:00:00Z`),
  );
}

/** Languages that Chromium's Intl does not support: it would use English month names. */
const MONTHS: Partial<Record<Language, string>> = {
  as: "জানু ফেব্ৰু মাৰ্চ এপ্ৰিল মে’ জুন জুলাই আগষ্ট ছেপ্তে অক্টো নৱে ডিচে",
  ne: "जनवरी फेब्रुअरी मार्च अप्रिल मे जुन जुलाई अगस्ट सेप्टेम्बर अक्टोबर नोभेम्बर डिसेम्बर",
};
