import { Refusal } from "../refusal.ts";

const LIMITS = {
  /** About a hundred typical phone screenshots. */
  bytes: 256 * 1024 * 1024,
  /** A quarter: many players may be behind one address, but it does not keep others out (022). */
  bytes_of_an_address: 64 * 1024 * 1024,
  /** Six files of the largest size: a file of a dead connection is kept for two minutes. */
  bytes_of_a_user: 32 * 1024 * 1024,
};

/** Limits the memory of uploads in progress: each is kept in memory until it is answered. */
export interface Room {
  /** Runs the work on a form of the sender and releases the memory that it took when it ends. */
  share<T>(sender: Sender, work: (take: Take) => Promise<T>): Promise<T>;
}

interface Sender {
  user_id: number;
  address: string;
}

/** Reserves bytes; refuses `busy` when a limit is exceeded. */
export type Take = (bytes: number) => void;

export function createRoom(limits: typeof LIMITS = LIMITS): Room {
  const by_user = createTally<number>();
  const by_address = createTally<string>();
  let total = 0;
  return {
    async share({ user_id, address }, work) {
      let taken = 0;
      const add = (more: number): boolean => {
        taken += more;
        total += more;
        const of_user = by_user.add(user_id, more);
        const of_address = by_address.add(address, more);
        return (
          of_user <= limits.bytes_of_a_user &&
          of_address <= limits.bytes_of_an_address &&
          total <= limits.bytes
        );
      };
      try {
        return await work((more) => {
          if (!add(more)) throw new Refusal("busy");
        });
      } finally {
        add(-taken);
      }
    },
  };
}

/** A sum for each key; a key whose sum is 0 is dropped. */
function createTally<K>() {
  const sums = new Map<K, number>();
  return {
    add(key: K, more: number): number {
      const sum = (sums.get(key) ?? 0) + more;
      if (sum === 0) sums.delete(key);
      else sums.set(key, sum);
      return sum;
    },
  };
}
