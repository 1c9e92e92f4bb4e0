import { useEffect, useRef } from "react";
import { formatDayTime } from "../lib/format.ts";
import { useMessages } from "../lib/messages.ts";
import { Amount } from "../ui/amount.tsx";
import { Button, ButtonLink } from "../ui/button.tsx";
import { Loaded } from "../ui/states.tsx";
import { TargetMark } from "../ui/target-mark.tsx";
import { isWaiting, type PaymentRequest, useRequests } from "./api.ts";
import { PaymentStatusBadge } from "./payment-status-badge.tsx";

interface DepositStateProps {
  payment_id: number;
  onAnother: () => void;
}

/** The status of a deposit that was just requested; it updates by itself when an admin decides. */
export function DepositState({ payment_id, onAnother }: DepositStateProps) {
  const { t } = useMessages();
  const requests = useRequestsDownTo(payment_id);
  const region = useRef<HTMLElement>(null);
  // It replaces a long form that is scrolled to its end: focusing it brings it into view.
  useEffect(() => region.current?.focus(), []);
  return (
    <section
      ref={region}
      tabIndex={-1}
      aria-label={t("wallet.your_request")}
      className="surface grid justify-items-center gap-5 p-6"
    >
      <Loaded query={requests}>
        {(rows) => <State request={rows.find(({ id }) => id === payment_id)} />}
      </Loaded>
      <div className="flex flex-wrap justify-center gap-3">
        <Button kind="secondary" onClick={onAnother}>
          {t("wallet.another_deposit")}
        </Button>
        <ButtonLink to="/app/play">{t("nav.play")}</ButtonLink>
      </div>
    </section>
  );
}

/** The player's requests, newest first, with as many pages as it takes to reach this one. */
function useRequestsDownTo(payment_id: number) {
  const requests = useRequests();
  const { data, hasNextPage, isFetching, isError, fetchNextPage } = requests;
  const oldest = data?.at(-1)?.id;
  const isFurtherDown = oldest !== undefined && oldest > payment_id && hasNextPage;
  useEffect(() => {
    if (isFurtherDown && !isFetching && !isError) void fetchNextPage();
  }, [isFurtherDown, isFetching, isError, fetchNextPage]);
  return { ...requests, data: isFurtherDown ? undefined : data };
}

function State({ request }: { request: PaymentRequest | undefined }) {
  const { t, language } = useMessages();
  if (!request) return <p>{t("wallet.no_such_request")}</p>;
  return (
    <div role="status" className="grid justify-items-center gap-2 text-center">
      <TargetMark
        size={56}
        isBusy={isWaiting(request)}
        isHit={request.status === "approved"}
        className={request.status === "rejected" ? "text-vermilion" : "text-pine"}
      />
      <Amount value={request.amount} size={28} />
      <PaymentStatusBadge status={request.status} />
      <p className="max-w-100">{t(`wallet.deposit_${request.status}`)}</p>
      {request.reason !== null && (
        <p className="max-w-100 text-vermilion">{t("wallet.reason", { reason: request.reason })}</p>
      )}
      <p className="text-14 text-quiet">
        {t("wallet.asked_at", {
          id: String(request.id),
          time: formatDayTime(request.created_at, language),
        })}
      </p>
    </div>
  );
}
