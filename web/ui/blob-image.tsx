import { type ComponentProps, useCallback } from "react";

interface BlobImageProps extends Omit<ComponentProps<"img">, "src" | "ref"> {
  blob: Blob;
  alt: string;
}

/** An image without a URL: a chosen file, or a file fetched with the session's token. */
export function BlobImage({ blob, alt, ...image }: BlobImageProps) {
  const show = useCallback(
    (element: HTMLImageElement) => {
      const url = URL.createObjectURL(blob);
      element.src = url;
      return () => URL.revokeObjectURL(url);
    },
    [blob],
  );
  return <img ref={show} alt={alt} {...image} />;
}
