import { type ComponentProps, useCallback } from "react";

interface BlobImageProps extends Omit<ComponentProps<"img">, "src" | "ref"> {
  blob: Blob;
  alt: string;
}

/** A picture that has no address of its own: a file chosen, or one fetched with the session. */
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
