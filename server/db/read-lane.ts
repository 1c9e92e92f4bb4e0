import { createLane, type Lane } from "./lane.ts";

/** The sizes of a lane of short reads. */
export const SHORT_READS = { max_batch: 1_000, max_queued: 20_000 };

interface Reading<Key, Row, Answer> {
  /** Reads the rows of these keys with one statement, in any order; a key may have no row. */
  list: (keys: Key[]) => Promise<Row[]>;
  keyOf: (row: Row) => Key;
  /** The row is undefined for a key that has none. */
  answerOf: (row: Row | undefined) => Answer;
}

/** Combines reads that are requested at the same time into one statement. */
export const createReadLane = <Key, Row, Answer extends NonNullable<unknown> | null>({
  list,
  keyOf,
  answerOf,
}: Reading<Key, Row, Answer>): Lane<Key, Answer> =>
  createLane({
    ...SHORT_READS,
    send: async (keys) => {
      const rows = await list(keys);
      const found = new Map(rows.map((row) => [keyOf(row), row]));
      return keys.map((key) => answerOf(found.get(key)));
    },
  });
