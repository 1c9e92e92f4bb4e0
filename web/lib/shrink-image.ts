/**
 * The image as WebP, or as JPEG where the browser cannot write that: upright, on white, without
 * metadata, with at most `longest_side` pixels in each direction. The file itself if the result is
 * not smaller, if the browser cannot read or draw it, or if it has more than 15 MB.
 */
export async function shrinkImage(file: File, longest_side: number): Promise<File> {
  if (file.size > MAX_BYTES) return file;
  try {
    const image = await createImageBitmap(file);
    const scale = Math.min(1, longest_side / Math.max(image.width, image.height));
    const scaled = (side: number) => Math.max(1, Math.round(side * scale));
    const canvas = new OffscreenCanvas(scaled(image.width), scaled(image.height));
    const context = canvas.getContext("2d");
    if (!context) return file;
    context.imageSmoothingQuality = "high";
    context.fillStyle = "#fff";
    context.fillRect(0, 0, canvas.width, canvas.height);
    context.drawImage(image, 0, 0, canvas.width, canvas.height);
    image.close();
    const blob = await encode(canvas);
    const { name, lastModified } = file;
    return blob.size < file.size ? new File([blob], name, { type: blob.type, lastModified }) : file;
  } catch {
    return file;
  }
}

/** Safari gives a PNG when it is asked for WebP. */
async function encode(canvas: OffscreenCanvas): Promise<Blob> {
  const blob = await canvas.convertToBlob({ type: "image/webp", quality: QUALITY });
  if (blob.type === "image/webp") return blob;
  return canvas.convertToBlob({ type: "image/jpeg", quality: QUALITY });
}

/** Decoding a larger photograph could take more memory than a cheap phone has. */
const MAX_BYTES = 15_000_000;
/** The digits of a screenshot stay sharp. */
const QUALITY = 0.85;
