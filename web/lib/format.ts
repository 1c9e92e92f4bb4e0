import { dayInIndia } from "../../contract/dates.ts";
import type { Language } from "./messages.ts";

/**
 * Money, days and times as people read them: Latin digits and Indian grouping in every language,
 * India's time whatever the device believes.
 */
const money = new Intl.NumberFormat("en-IN", {
  minimumFractionDigits: 2,
  maximumFractionDigits: 2,
});

/** `₹1,23,456.00`; a minus sign (never a hyphen) before the ₹. */
export const formatMoney = (rupees: number): string =>
  `${rupees < 0 ? "−" : ""}₹${money.format(Math.abs(rupees))}`;

/** Whole rupees where no paise can be: limits and stakes, `₹10,000`. */
export const formatRupees = (rupees: number): string =>
  Number.isInteger(rupees) ? `₹${rupees.toLocaleString("en-IN")}` : formatMoney(rupees);

/** A number of things, `1,23,456`; an average of them with one decimal at most. */
export const formatCount = (count: number): string =>
  count.toLocaleString("en-IN", { maximumFractionDigits: 1 });

const percent = new Intl.NumberFormat("en-IN", {
  style: "percent",
  minimumFractionDigits: 1,
  maximumFractionDigits: 1,
});

/** A part of a whole, from 0 to 1, as `21.4%`; `22.0%` beside it. */
export const formatPercent = (share: number): string => percent.format(share);

/** A day (`yyyy-MM-dd`) or an instant as `20 Nov 2026`, the month in the person's language. */
export function formatDay(dayOrInstant: string, language: Language): string {
  const day = dayOrInstant.length > 10 ? dayInIndia(dayOrInstant) : dayOrInstant;
  return `${formatShortDay(day, language)} ${day.slice(0, 4)}`;
}

/** A day as `20 Nov`, where the year goes without saying. */
export const formatShortDay = (day: string, language: Language): string =>
  `${day.slice(8)} ${monthName(day, language)}`;

/** An instant as `03:45 PM` in India, never broken over two lines. */
export const formatTime = (instant: string): string => unbroken(time.format(new Date(instant)));

/** The same to the second: `03:45:07 PM`. */
export const formatTimeToSecond = (instant: string): string =>
  unbroken(exactTime.format(new Date(instant)));

/** An instant as `20 Nov 2026, 03:45 PM`. */
export const formatDayTime = (instant: string, language: Language): string =>
  `${formatDay(instant, language)}, ${formatTime(instant)}`;

const unbroken = (text: string): string => text.replaceAll(" ", "\u00a0");

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
  // Intl knows no Khasi, and India's English writes September as "Sept".
  const locale = language === "hi" || language === "bn" ? language : "en-US";
  return new Intl.DateTimeFormat(locale, { month: "short", timeZone: "UTC" }).format(
    new Date(`${day}T00:00:00Z`),
  );
}

/** What Chromium's Intl does not know: it would write English months in these languages. */
const MONTHS: Partial<Record<Language, string>> = {
  as: "জানু ফেব্ৰু মাৰ্চ এপ্ৰিল মে’ জুন জুলাই আগষ্ট ছেপ্তে অক্টো নৱে ডিচে",
  ne: "जनवरी फेब्रुअरी मार्च अप्रिल मे जुन जुलाई अगस्ट सेप्टेम्बर अक्टोबर नोभेम्बर डिसेम्बर",
};
