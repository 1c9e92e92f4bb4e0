import { readFileSync } from "node:fs";
import sharp from "sharp";
import { root } from "./tools.mjs";

// Renders the app's icons from the mark. They are in git, so run this only when the mark changes.
const mark = readFileSync(`${root}web/public/mark.svg`, "utf8");
const PINE = "#0b6b4f";
/** As a share of the side; a launcher may crop everything outside a circle of 80 %. */
const RINGS_SHARE = 0.84;

await draw("icon-192.png", 192);
await draw("icon-512.png", 512);
await draw("maskable-512.png", 512, true);
await draw("apple-touch-180.png", 180, true);

/**
 * @param {string} name
 * @param {number} size
 * @param {boolean} [isFull] Whether the background reaches the edges.
 */
async function draw(name, size, isFull) {
  const side = Math.round(isFull ? size * RINGS_SHARE : size);
  const rings = await sharp(Buffer.from(mark), { density: (72 * side) / 32 })
    .resize(side, side)
    .toBuffer();
  const background = isFull ? PINE : { r: 0, g: 0, b: 0, alpha: 0 };
  await sharp({ create: { width: size, height: size, channels: 4, background } })
    .composite([{ input: rings }])
    .png({ palette: true, quality: 90 })
    .toFile(`${root}web/public/icons/${name}`);
}
