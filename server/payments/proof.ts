import sharp from "sharp";
import {
  MAX_PROOF_BYTES,
  MAX_PROOF_PIXELS,
  MAX_PROOF_SIDE,
} from "../../contract/payments/rules.ts";
import { fewAtOnce } from "../few-at-once.ts";
import { Refusal } from "../refusal.ts";

/** The default effort, 4, makes a screenshot 3 to 7 % smaller and takes more than twice as long. */
const WEBP = { quality: 80, effort: 2 };
const MOST_SECONDS = 10;

/** A decoded image may take 200 MB, if it is interlaced and has 16 bits a channel. */
const encoding = fewAtOnce({ at_once: 2, max_waiting: 50 });

/**
 * The screenshot as WebP, upright, at most 2,400 pixels long, and without any metadata. Refuses
 * `proof_too_large`, `proof_too_many_pixels` and `proof_not_an_image`, and `busy` when too many
 * images wait.
 */
export async function encodeProof(bytes: Uint8Array): Promise<Uint8Array> {
  if (bytes.length > MAX_PROOF_BYTES) throw new Refusal("proof_too_large");
  if (!isImage(bytes)) throw new Refusal("proof_not_an_image");
  return encoding.run(() => encode(bytes));
}

/** Checks the first bytes, because the decoder would also read SVG and other formats. */
function isImage(bytes: Uint8Array): boolean {
  const start = Buffer.from(bytes.subarray(0, 12)).toString("latin1");
  return (
    start.startsWith("\x89PNG\r\n\x1a\n") ||
    start.startsWith("\xff\xd8\xff") ||
    (start.startsWith("RIFF") && start.endsWith("WEBP"))
  );
}

async function encode(bytes: Uint8Array): Promise<Uint8Array> {
  try {
    return await shrink(bytes);
  } catch (error) {
    if (error instanceof Refusal) throw error;
    throw new Refusal("proof_not_an_image");
  }
}

/** The size is read from the header, so that a decompression bomb is refused before decoding. */
async function shrink(bytes: Uint8Array): Promise<Uint8Array> {
  const { width, height } = await sharp(bytes, { limitInputPixels: false }).metadata();
  if (width * height > MAX_PROOF_PIXELS) throw new Refusal("proof_too_many_pixels");
  return sharp(bytes, { limitInputPixels: MAX_PROOF_PIXELS, failOn: "error", sequentialRead: true })
    .timeout({ seconds: MOST_SECONDS })
    .autoOrient()
    .resize({
      width: MAX_PROOF_SIDE,
      height: MAX_PROOF_SIDE,
      fit: "inside",
      withoutEnlargement: true,
    })
    .webp(WEBP)
    .toBuffer();
}
