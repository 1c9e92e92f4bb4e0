import { ArrowDownToLine, ArrowUpFromLine, ImageIcon } from "lucide-react";
import { useState } from "react";
import { formatDayTime } from "../lib/format.ts";
import { useMessages } from "../lib/messages.ts";
import { Amount } from "../ui/amount.tsx";
import { Button } from "../ui/button.tsx";
import { accountText } from "./account-text.ts";
import type { PaymentRequest } from "./api.ts";
import { PaymentStatusBadge } from "./payment-status-badge.tsx";
import { ProofDialog } from "./proof-dialog.tsx";

/** Payment requests with their status. */
export function RequestRows({ requests }: { requests: readonly PaymentRequest[] }) {
  const [shown, setShown] = useState<number>();
  return (
    <>
      <ul>
        {requests.map((request) => (
          <RequestRow key={request.id} request={request} onShowProof={() => setShown(request.id)} />
        ))}
      </ul>
      <ProofDialog payment_id={shown} onClose={() => setShown(undefined)} />
    </>
  );
}

interface RequestRowProps {
  request: PaymentRequest;
  onShowProof: () => void;
}

function RequestRow({ request, onShowProof }: RequestRowProps) {
  const { t, language } = useMessages();
  const Icon = request.kind === "deposit" ? ArrowDownToLine : ArrowUpFromLine;
  const account = accountText(request.account_details) ?? request.method_name;
  return (
    <li className="flex flex-wrap gap-3 border-b border-line px-4 py-3 last:border-b-0">
      <span className="grid size-9 shrink-0 place-items-center rounded-full bg-sunken text-quiet">
        <Icon size={18} aria-hidden />
      </span>
      <div className="min-w-0 flex-[1_1_10rem]">
        <p className="flex flex-wrap justify-between gap-x-3">
          <span className="flex-[1_1_5rem] font-semibold">
            {t(`wallet.request_${request.kind}`)}
          </span>
          <Amount value={request.amount} />
        </p>
        <p className="text-12 wrap-anywhere text-quiet">
          {account && `${account} · `}
          {formatDayTime(request.created_at, language)}
        </p>
        <p className="mt-1 flex flex-wrap items-center gap-x-3 gap-y-1 text-12 text-quiet">
          <PaymentStatusBadge status={request.status} />
          {request.reference !== null && t("wallet.reference_is", { reference: request.reference })}
        </p>
        <RequestNotes request={request} onShowProof={onShowProof} />
      </div>
    </li>
  );
}

/** The reason for a rejection and the screenshot, when there are any. */
function RequestNotes({ request, onShowProof }: RequestRowProps) {
  const { t } = useMessages();
  const { reason, has_proof } = request;
  if (reason === null && !has_proof) return null;
  return (
    <div className="mt-2 grid justify-items-start gap-1 text-14">
      {reason !== null && (
        <p className="rounded-control bg-vermilion-soft px-3 py-2 wrap-anywhere text-vermilion">
          {t("wallet.reason", { reason })}
        </p>
      )}
      {has_proof && (
        <Button
          kind="quiet"
          className="-mx-4"
          icon={<ImageIcon size={16} aria-hidden />}
          onClick={onShowProof}
        >
          {t("wallet.show_proof")}
        </Button>
      )}
    </div>
  );
}
