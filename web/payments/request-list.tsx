import { useMessages } from "../lib/messages.ts";
import { Card } from "../ui/card.tsx";
import { LoadMore } from "../ui/pagination.tsx";
import { SkeletonRows } from "../ui/skeleton.tsx";
import { EmptyState, Loaded } from "../ui/states.tsx";
import { type PaymentRequest, useLatestRequests, useRequests } from "./api.ts";
import { RequestRows } from "./request-rows.tsx";

/** All payment requests of the player, newest first. */
export function RequestList() {
  const { t } = useMessages();
  const requests = useRequests();
  return (
    <section aria-label={t("wallet.requests")} className="surface">
      <Loaded query={requests} skeleton={<SkeletonRows isInset count={5} className="h-14" />}>
        {(rows) =>
          rows.length > 0 ? (
            <RequestRows requests={rows} />
          ) : (
            <EmptyState title={t("wallet.no_requests")}>{t("wallet.no_requests_hint")}</EmptyState>
          )
        }
      </Loaded>
      <LoadMore query={requests} />
    </section>
  );
}

/** The latest requests of one kind, shown beside the form for a new one. */
export function LatestRequests({ kind }: { kind: PaymentRequest["kind"] }) {
  const { t } = useMessages();
  const latest = useLatestRequests(kind);
  if (latest.data?.requests.length === 0) return null;
  return (
    <Card isFlush title={t(`wallet.latest_${kind}s`)}>
      <Loaded query={latest} skeleton={<SkeletonRows isInset count={1} className="h-14" />}>
        {({ requests }) => <RequestRows requests={requests} />}
      </Loaded>
    </Card>
  );
}
