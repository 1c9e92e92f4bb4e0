import { useQuery } from "@tanstack/react-query";
import { ImageOff } from "lucide-react";
import { useState } from "react";
import { useMessages } from "../lib/messages.ts";
import { apiQuery } from "../lib/query.ts";
import { BlobImage } from "../ui/blob-image.tsx";
import { Skeleton } from "../ui/skeleton.tsx";
import { ProofDialog } from "./proof-dialog.tsx";

/** The screenshot of a deposit as a thumbnail; pressing it opens it large. */
export function ProofThumbnail({ payment_id }: { payment_id: number }) {
  const { t } = useMessages();
  const [isEnlarged, setEnlarged] = useState(false);
  const proof = useQuery({
    ...apiQuery("GET /wallet/requests/{id}/proof", { params: { id: payment_id } }),
    staleTime: Infinity,
  });
  if (proof.error) {
    return (
      <p className={`${FRAME} gap-1 p-2 text-center text-12 text-quiet`}>
        <ImageOff size={20} aria-hidden />
        {t("admin.payment.proof_failed")}
      </p>
    );
  }
  if (proof.data === undefined) return <Skeleton className="h-32 w-24" />;
  return (
    <>
      <button
        type="button"
        aria-label={t("admin.payment.enlarge")}
        aria-haspopup="dialog"
        onClick={() => setEnlarged(true)}
        className={`${FRAME} transition-colors hover:border-pine`}
      >
        <BlobImage
          blob={proof.data}
          alt={t("admin.payment.proof")}
          className="size-full object-cover object-top"
        />
      </button>
      <ProofDialog
        payment_id={isEnlarged ? payment_id : undefined}
        onClose={() => setEnlarged(false)}
      />
    </>
  );
}

const FRAME =
  "grid h-32 w-24 place-items-center place-content-center overflow-hidden rounded-control border border-line";
