import { type QueryKey, useInfiniteQuery } from "@tanstack/react-query";

interface PageQuery {
  limit: number;
  /** The page's rows follow the row with this id; undefined for the newest rows. */
  before: number | undefined;
}

/** A list that is loaded page by page, newest first. */
interface Pages<Page, Row> {
  queryKey: QueryKey;
  ask: (query: PageQuery, signal: AbortSignal) => Promise<Page>;
  rowsOf: (page: Page) => Row[];
}

/** The rows of all pages loaded so far; after a full page there may be more. */
export function usePages<Page, Row extends { id: number }>({
  queryKey,
  ask,
  rowsOf,
}: Pages<Page, Row>) {
  const query = useInfiniteQuery({
    queryKey,
    queryFn: ({ pageParam, signal }) => ask({ limit: PAGE, before: pageParam }, signal),
    initialPageParam: newest(),
    getNextPageParam: (page) => {
      const rows = rowsOf(page);
      return rows.length === PAGE ? rows.at(-1)?.id : undefined;
    },
    refetchOnMount: "always",
  });
  const pages = query.data?.pages;
  return { ...query, data: pages?.flatMap(rowsOf), page_count: pages?.length };
}

const PAGE = 20;
const newest = (): PageQuery["before"] => undefined;
