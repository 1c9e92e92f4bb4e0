/**
 * The image as WebP, upright, with at most `longest_side` pixels in each direction and without
 * metadata. The file itself if that is not smaller, if the browser cannot read or write it, or if
 * it has more than 15 MB.
 */
export async function shrinkImage(file: File, longest_side: number): Promise<File> {
  if (file.size > MAX_BYTES) return file;
  try {
    const image = await createImageBitmap(file);
    const scale = Math.min(1, longest_side / Math.max(image.width, image.height));
    const canvas = new OffscreenCanvas(
      Math.ceil(image.width * scale),
      Math.ceil(image.height * scale),
    );
    const context = canvas.getContext("2d");
    if (!context) return file;
    context.imageSmoothingQuality = "high";
    context.drawImage(image, 0, 0, canvas.width, canvas.height);
    image.close();
    const blob = await canvas.convertToBlob({ type: "image/webp", quality: QUALITY });
    const { name, lastModified } = file;
    return blob.size < file.size ? new File([blob], name, { type: blob.type, lastModified }) : file;
  } catch {
    return file;
  }
}

/** Decoding a larger photograph could take more memory than a cheap phone has. */
const MAX_BYTES = 15_000_000;
/** Digits in a screenshot stay sharp; a photograph is as large as a JPEG of lower quality. */
const QUALITY = 0.85;
