import { openPhone, type Phone } from "../phone/phone.ts";
import { tokenOf } from "../stage/players.ts";
import { median } from "../row.ts";
import type { Measure, Sample } from "./measure.ts";

const NUMBERS = 100;
const TAPS = 10;

/** The play screen for tomorrow, whose rounds are open at any time of day. */
const playPath = (play_date: string): string => `/app/play?date=${play_date}`;

/** How long a user with a slow phone on slow 4G waits, with an empty cache. */
export const phoneLanding = phoneMeasure({
  name: "phone_landing",
  figure: "the landing page's largest paint on a slow phone",
  target: { figure_at_most: 1_800 },
  path: () => "/",
  take: async (phone) => ({ figure: await phone.largestPaint() }),
});

export const phonePlay = phoneMeasure({
  name: "phone_play",
  figure: "until a number can be tapped on a slow phone, signed in",
  target: { figure_at_most: 3_500 },
  path: playPath,
  take: async (phone) => ({ figure: await phone.untilButton() }),
});

export const phoneTap = phoneMeasure({
  name: "phone_tap",
  figure: `from a tap on a number to its paint on a slow phone, ${NUMBERS} chosen`,
  target: { figure_at_most: 100 },
  path: playPath,
  prepare: (phone) => phone.tap("Quick pick 10 numbers", NUMBERS / 10),
  async take(phone) {
    const taps = await phone.timeTaps(TAPS);
    if (taps.length < TAPS / 2) throw new Error(`of ${TAPS} taps, ${taps.length} were painted`);
    const slowest = { name: `slowest of ${TAPS}`, value: Math.max(...taps), unit: "ms" };
    return { figure: median(taps), notes: [slowest] };
  },
});

interface About extends Pick<Measure, "name" | "figure" | "target"> {
  path: (play_date: string) => string;
  prepare?: (phone: Phone) => Promise<void>;
  take: Take;
}

type Take = (phone: Phone) => Promise<Pick<Sample, "figure" | "notes">>;

/** The floor is the same measure on a trivial page: the cost of machine, browser and throttling. */
function phoneMeasure({ path, prepare, take, ...about }: About): Measure {
  return {
    ...about,
    floor: "a page of one button",
    unit: "ms",
    needs_chromium: true,
    async take(stage) {
      const { server, play_date } = await stage.product();
      const bare = await stage.constant(0);
      const floor = await onPhone(bare.port, "/button", take);
      const sample = await onPhone(server.port, path(play_date), async (phone) => {
        await prepare?.(phone);
        return take(phone);
      });
      return { ...sample, floor: floor.figure };
    },
  };
}

async function onPhone<T>(
  port: number,
  path: string,
  use: (phone: Phone) => Promise<T>,
): Promise<T> {
  const session = path.startsWith("/app") ? tokenOf(0) : undefined;
  const phone = await openPhone(`http://127.0.0.1:${port}${path}`, session);
  try {
    return await use(phone);
  } finally {
    await phone.close();
  }
}
