import { Refusal } from "../refusal.ts";

const LIMITS = {
  /** Some hundred screenshots as phones make them. */
  bytes: 256 * 1024 * 1024,
  /** Six of the largest: of a connection that died one is held on to for two minutes. */
  bytes_of_a_user: 32 * 1024 * 1024,
};

/** The memory that forms under way may take: each is held whole until it is answered. */
export interface Room {
  /** Runs the work on a form of the user; what it has taken is free again when it is over. */
  share<T>(user_id: number, work: (take: Take) => Promise<T>): Promise<T>;
}

/** To be told of bytes that are held from now on. Refuses `busy` when it is too much. */
export type Take = (bytes: number) => void;

export function createRoom({ bytes, bytes_of_a_user }: typeof LIMITS = LIMITS): Room {
  const by_user = new Map<number, number>();
  let all = 0;
  const add = (user_id: number, more: number) => {
    const own = (by_user.get(user_id) ?? 0) + more;
    all += more;
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
          if (add(user_id, more) > bytes_of_a_user || all > bytes) throw new Refusal("busy");
        });
      } finally {
        add(user_id, -taken);
      }
    },
  };
}
