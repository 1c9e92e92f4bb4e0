import { useQuery } from "@tanstack/react-query";
import type { ApiReply } from "../lib/client.ts";
import { apiQuery, FRESH } from "../lib/query.ts";

export type Dashboard = ApiReply<"GET /admin/dashboard">;
export type Revenue = ApiReply<"GET /admin/revenue">;
export type DayRevenue = Revenue["daily_revenue"][number];
export type HouseRevenue = Revenue["house_revenue"][number];
export type Books = ApiReply<"GET /admin/books">;
export type BookLine = Books["lines"][number];
export type Winner = ApiReply<"GET /admin/winners">["winners"][number];

/** The key figures, polled while the page is visible. */
export const useDashboard = () => useQuery({ ...apiQuery("GET /admin/dashboard"), ...WATCHED });

export const useRevenue = (days: number) =>
  useQuery({
    ...apiQuery("GET /admin/revenue", { query: { days: String(days) } }),
    ...WATCHED,
  });

export const useWinners = (days: number, limit: number) =>
  useQuery({
    ...apiQuery("GET /admin/winners", { query: { days: String(days), limit: String(limit) } }),
    ...WATCHED,
  });

/**
 * A check of the books. It reads all rows of the database, so it is made when the screen is opened,
 * unless the last one was made a moment ago, and then only when the admin asks for another.
 */
export const useBooks = () =>
  useQuery({
    ...apiQuery("GET /admin/books"),
    staleTime: BOOKS_STAY_MS,
    gcTime: Infinity,
    refetchOnWindowFocus: false,
    refetchOnReconnect: false,
  });

const BOOKS_STAY_MS = 5 * 60_000;

const WATCHED = { refetchInterval: 30_000, ...FRESH } as const;
