import { Refusal } from "../refusal.ts";

const LIMITS = {
  /** About a hundred typical phone screenshots. */
  bytes: 256 * 1024 * 1024,
  /** Six files of the largest size: a file of a dead connection is kept for two minutes. */
  bytes_of_a_user: 32 * 1024 * 1024,
};

/** Limits the memory of uploads in progress: each is kept in memory until it is answered. */
export interface Room {
  /** Runs the work on a form of the user and releases the memory that it took when it ends. */
  share<T>(user_id: number, work: (take: Take) => Promise<T>): Promise<T>;
}

/** Reserves bytes; refuses `busy` when a limit is exceeded. */
export type Take = (bytes: number) => void;

export function createRoom({ bytes, bytes_of_a_user }: typeof LIMITS = LIMITS): Room {
  const by_user = new Map<number, number>();
  let total = 0;
  const add = (user_id: number, more: number) => {
    const own = (by_user.get(user_id) ?? 0) + more;
    total += more;
    if (own === 0) by_user.delete(user_id);
    else by_user.set(user_id, own);
    return own;
  };
  return {
    async share(user_id, work) {
      let taken = 0;
      try {
        return await work((more) => {
          taken += more;
          if (add(user_id, more) > bytes_of_a_user || total > bytes) throw new Refusal("busy");
        });
      } finally {
        add(user_id, -taken);
      }
    },
  };
}
