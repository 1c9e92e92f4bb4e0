import sharp from "sharp";
import { describe, expect, test } from "vitest";
import { MAX_PROOF_BYTES } from "../../contract/payments/rules.ts";
import { encodeProof } from "./proof.ts";

/** A picture with a red left half and a blue right half. */
function picture(width = 60, height = 40) {
  const blue = { create: { width, height, channels: 3, background: "blue" } } as const;
  const red = { create: { width: width / 2, height, channels: 3, background: "red" } } as const;
  return sharp(blue).composite([{ input: red, left: 0, top: 0 }]);
}

/** The width, height and metadata of an image. */
async function describeImage(bytes: Uint8Array) {
  const { format, width, height, exif, icc, iptc, xmp, orientation, pages } =
    await sharp(bytes).metadata();
  return { format, width, height, more: exif ?? icc ?? iptc ?? xmp ?? orientation ?? pages };
}

const clean = { format: "webp", more: undefined };

describe("a proof", () => {
  test.each(["png", "jpeg", "webp"] as const)("that is a %s image becomes WebP", async (kind) => {
    const image = await encodeProof(await picture().toFormat(kind).toBuffer());
    expect(await describeImage(image)).toEqual({ ...clean, width: 60, height: 40 });
  });

  test("loses its metadata, including the location", async () => {
    const sent = await picture()
      .withExif({
        IFD0: { Copyright: "Asha Rai" },
        IFD3: { GPSLatitudeRef: "N", GPSLatitude: "25/1 34/1 0/1" },
      })
      .withIccProfile("p3")
      .jpeg()
      .toBuffer();
    expect(sent.includes("Asha Rai")).toBe(true);
    expect((await sharp(sent).metadata()).exif).toBeDefined();
    const image = Buffer.from(await encodeProof(sent));
    expect(await describeImage(image)).toMatchObject(clean);
    expect(image.includes("Asha Rai")).toBe(false);
    expect(image.includes("EXIF")).toBe(false);
  });

  test("is rotated upright before its orientation tag is removed", async () => {
    const sent = await picture().withMetadata({ orientation: 6 }).jpeg().toBuffer();
    const image = await encodeProof(sent);
    expect(await describeImage(image)).toEqual({ ...clean, width: 40, height: 60 });
    const { data } = await sharp(image)
      .extract({ left: 20, top: 5, width: 1, height: 1 })
      .raw()
      .toBuffer({ resolveWithObject: true });
    expect(data[0]).toBeGreaterThan(200);
  });

  test("is shrunk when it is very long, and never enlarged", async () => {
    const image = await encodeProof(await picture(1_200, 4_800).png().toBuffer());
    expect(await describeImage(image)).toMatchObject({ width: 600, height: 2_400 });
  });

  test("that is animated keeps only its first frame", async () => {
    const frames = await Promise.all(
      [picture(), picture().negate()].map((f) => f.png().toBuffer()),
    );
    const sent = await sharp(frames, { join: { animated: true } })
      .webp()
      .toBuffer();
    expect((await sharp(sent).metadata()).pages).toBe(2);
    const image = await encodeProof(sent);
    expect(await describeImage(image)).toEqual({ ...clean, width: 60, height: 40 });
  });

  test("in CMYK, with sixteen bits or with transparency is accepted", async () => {
    const kinds = [
      picture().toColourspace("cmyk").jpeg(),
      picture().toColourspace("rgb16").png(),
      picture().ensureAlpha(0.5).png(),
      picture().greyscale().png({ palette: true }),
      picture().jpeg({ progressive: true }),
    ];
    for (const kind of kinds) {
      const image = await encodeProof(await kind.toBuffer());
      expect(await describeImage(image)).toMatchObject({ format: "webp", width: 60 });
    }
  });
});

describe("a proof is refused", () => {
  const svg = '<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"><rect/></svg>';
  const pngHeader = Buffer.from("89504e470d0a1a0a", "hex");

  test.each<[string, () => Promise<Uint8Array> | Uint8Array]>([
    ["a text file", () => Buffer.from("this is not an image")],
    ["a single byte", () => Buffer.from([0x89])],
    ["an SVG", () => Buffer.from(svg)],
    ["a GIF", () => picture().gif().toBuffer()],
    ["a TIFF", () => picture().tiff().toBuffer()],
    ["an AVIF", () => picture().avif().toBuffer()],
    ["an SVG behind the first bytes of a PNG", () => Buffer.concat([pngHeader, Buffer.from(svg)])],
    ["the first bytes of a JPEG alone", () => Buffer.from("ffd8ffe0", "hex")],
    ["a sound file in the same container as WebP", () => Buffer.from("RIFF....WAVEfmt ")],
    ["half a PNG", async () => halfOf(await noise().png().toBuffer())],
    ["half a JPEG", async () => halfOf(await noise().jpeg().toBuffer())],
    ["half a WebP", async () => halfOf(await noise().webp().toBuffer())],
  ])("when it is %s", async (_, make) => {
    const bytes = await make();
    await expect(encodeProof(bytes)).rejects.toMatchObject({ code: "proof_not_an_image" });
  });

  const halfOf = (bytes: Uint8Array) => bytes.subarray(0, bytes.length / 2);

  test("when it has more than 25 megapixels, however few bytes", async () => {
    const giant = await picture(5_000, 5_001).png().toBuffer();
    expect(giant.length).toBeLessThan(MAX_PROOF_BYTES);
    await expect(encodeProof(giant)).rejects.toMatchObject({ code: "proof_too_many_pixels" });
    const lying = await pngPromising(60_000, 60_000);
    await expect(encodeProof(lying)).rejects.toMatchObject({ code: "proof_too_many_pixels" });
  });

  test("when it has more than 5 MB, image or not", async () => {
    const image = await picture().png().toBuffer();
    const tooLong = Buffer.concat([image, Buffer.alloc(MAX_PROOF_BYTES + 1 - image.length)]);
    await expect(encodeProof(tooLong)).rejects.toMatchObject({ code: "proof_too_large" });
    const allowed = tooLong.subarray(0, MAX_PROOF_BYTES);
    expect(await describeImage(await encodeProof(allowed))).toMatchObject(clean);
  });
});

test("concurrent proofs each get their own result", async () => {
  const good = await picture().png().toBuffer();
  const answers = await Promise.allSettled(
    Array.from({ length: 12 }, (_, n) => encodeProof(n % 3 ? good : good.subarray(0, 40))),
  );
  expect(answers.map(({ status }) => status)).toEqual(
    Array.from({ length: 12 }, (_, n) => (n % 3 ? "fulfilled" : "rejected")),
  );
});

test("of too many concurrent proofs the last is refused as busy", async () => {
  const good = await picture().png().toBuffer();
  const answers = await Promise.allSettled(Array.from({ length: 53 }, () => encodeProof(good)));
  expect(answers.filter(({ status }) => status === "fulfilled")).toHaveLength(52);
  expect(answers.at(-1)).toMatchObject({ status: "rejected", reason: { code: "busy" } });
});

/** A picture that does not compress well, so that half of its bytes are half of the image. */
const noise = () =>
  sharp({
    create: {
      width: 100,
      height: 100,
      channels: 3,
      background: "grey",
      noise: { type: "gaussian", mean: 128, sigma: 60 },
    },
  });

/** A small PNG whose header claims another size. */
async function pngPromising(width: number, height: number): Promise<Uint8Array> {
  const png = await picture().png().toBuffer();
  png.writeUInt32BE(width, 16);
  png.writeUInt32BE(height, 20);
  png.writeUInt32BE(crcOf(png.subarray(12, 29)), 29);
  return png;
}

function crcOf(bytes: Uint8Array): number {
  let crc = 0xffffffff;
  for (const byte of bytes) {
    crc ^= byte;
    for (let bit = 0; bit < 8; bit += 1) crc = crc & 1 ? (crc >>> 1) ^ 0xedb88320 : crc >>> 1;
  }
  return ~crc >>> 0;
}
