import { DEFAULT_MAX_PLAY, DEFAULT_MIN_PLAY } from "../../contract/houses/rules.ts";
import type { NewHouseRow } from "./sql.ts";

const limits = { min_play: DEFAULT_MIN_PLAY, max_play: DEFAULT_MAX_PLAY, is_active: true };
const atThreeAndEight = { first_round_time: "3:00 PM", second_round_time: "8:00 PM", ...limits };

/** The houses of a new installation, with their translated names. */
export const defaultHouses: readonly NewHouseRow[] = [
  {
    name: "Khanapara FC",
    name_translations: {
      hi: "खानापारा एफसी",
      bn: "খানাপাড়া এফসি",
      ne: "खानापारा एफसी",
      as: "খানাপাৰা এফচি",
      kha: "Khanapara FC",
      hinglish: "Khanapara FC",
    },
    location: "Khanapara",
    ...atThreeAndEight,
  },
  {
    name: "Shillong FC",
    name_translations: {
      hi: "शिलांग एफसी",
      bn: "শিলং এফসি",
      ne: "शिलोङ एफसी",
      as: "শ্বিলং এফচি",
      kha: "Shillong FC",
      hinglish: "Shillong FC",
    },
    location: "Shillong",
    ...atThreeAndEight,
  },
  {
    name: "Khanapara BS",
    name_translations: {
      hi: "खानापारा बीएस",
      bn: "খানাপাড়া বিএস",
      ne: "खानापारा बीएस",
      as: "খানাপাৰা বিএছ",
      kha: "Khanapara BS",
      hinglish: "Khanapara BS",
    },
    location: "Khanapara",
    ...atThreeAndEight,
  },
  {
    name: "Shillong BS",
    name_translations: {
      hi: "शिलांग बीएस",
      bn: "শিলং বিএস",
      ne: "शिलोङ बीएस",
      as: "শ্বিলং বিএছ",
      kha: "Shillong BS",
      hinglish: "Shillong BS",
    },
    location: "Shillong",
    ...atThreeAndEight,
  },
  {
    name: "Khanapara Teer",
    name_translations: {
      hi: "खानापारा तीर",
      bn: "খানাপাড়া তীর",
      ne: "खानापारा तीर",
      as: "খানাপাৰা তীৰ",
      kha: "Khanapara Teer",
      hinglish: "Khanapara Teer",
    },
    location: "Khanapara",
    first_round_time: "4:11 PM",
    second_round_time: "5:01 PM",
    ...limits,
  },
];
