import { useQuery } from "@tanstack/react-query";
import { useMessages } from "../lib/messages.ts";
import { apiQuery } from "../lib/query.ts";
import { BlobImage } from "../ui/blob-image.tsx";
import { Dialog } from "../ui/dialog.tsx";
import { Skeleton } from "../ui/skeleton.tsx";
import { Loaded } from "../ui/states.tsx";

interface ProofDialogProps {
  /** The request whose screenshot is shown; the dialog is closed when it is undefined. */
  payment_id: number | undefined;
  onClose: () => void;
}

/** The screenshot of a deposit. It is fetched, not linked, because the request needs a token. */
export function ProofDialog({ payment_id, onClose }: ProofDialogProps) {
  const { t } = useMessages();
  return (
    <Dialog
      isOpen={payment_id !== undefined}
      onClose={onClose}
      title={t("payment.proof")}
      size="large"
    >
      {payment_id !== undefined && <Proof payment_id={payment_id} />}
    </Dialog>
  );
}

function Proof({ payment_id }: { payment_id: number }) {
  const { t } = useMessages();
  const image = useQuery({
    ...apiQuery("GET /wallet/requests/{id}/proof", { params: { id: payment_id } }),
    // A screenshot never changes, and it is dropped from the cache once the dialog is closed.
    staleTime: Infinity,
    gcTime: 0,
  });
  return (
    <Loaded query={image} skeleton={<Skeleton className="h-96 w-full" />}>
      {(blob) => (
        <BlobImage
          blob={blob}
          alt={t("payment.proof_alt")}
          className="mx-auto max-w-full rounded-control"
        />
      )}
    </Loaded>
  );
}
