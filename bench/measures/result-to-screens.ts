import { type EventStream, openEventStream } from "../../server/testing/event-stream.ts";
import { tokenOf } from "../stage/players.ts";
import type { Product } from "../stage/stage.ts";
import type { Measure } from "./measure.ts";
import { prepareDraw } from "./settlement.ts";

/** How long players wait for a result who have the app open while it is published. */
export const resultToScreens: Measure = {
  name: "result_to_screens",
  figure: "until the last of 3,000 open screens has the number of a result that is published",
  floor: "until its publication is answered, with 20,000 orders settled",
  unit: "ms",
  target: { figure_at_most: 1_000 },
  async take({ sizes, product: start }) {
    const product = await start();
    const { publish, date } = await prepareDraw(product, sizes.players);
    const screens = await openScreens(product, sizes.screens);
    const began = performance.now();
    const have = async (told: readonly EventStream[], event: string) => {
      await Promise.all(told.map((screen) => screen.until(hasEvent(event))));
      return performance.now() - began;
    };
    const [figure, seconds] = await Promise.all([have(screens, "result_published"), publish()]);
    const winners = await winnersAmong(screens, product, date);
    const paid = await have(winners, "balance_changed");
    for (const screen of screens) screen.leave();
    return {
      figure,
      floor: seconds * 1_000,
      notes: [{ name: `balances of ${winners.length} winners`, value: paid, unit: "ms" }],
    };
  },
};

/** Opens the event streams of the first players. */
const openScreens = ({ server }: Product, count: number): Promise<EventStream[]> =>
  Promise.all(
    Array.from({ length: count }, (_, player) =>
      openEventStream(`http://127.0.0.1:${server.port}/api/events`, {
        authorization: `Bearer ${tokenOf(player)}`,
      }),
    ),
  );

const hasEvent = (name: string) => (screen: EventStream) =>
  screen.events.some(({ event }) => event === name);

/** The screens of players whose orders of this day have won. */
async function winnersAmong(
  screens: readonly EventStream[],
  { client, first_user_id }: Product,
  date: string,
): Promise<EventStream[]> {
  const { rows } = await client.query<{ user_id: string }>(
    "select distinct user_id from orders where play_date = $1 and won_paise > 0",
    [date],
  );
  return rows.flatMap(({ user_id }) => screens[Number(user_id) - first_user_id] ?? []);
}
