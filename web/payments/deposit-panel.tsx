import type { ReactNode } from "react";
import { useMessages } from "../lib/messages.ts";
import { SkeletonRows } from "../ui/skeleton.tsx";
import { EmptyState, Loaded } from "../ui/states.tsx";
import { usePaymentMethods } from "./api.ts";
import { DepositForm } from "./deposit-form.tsx";
import { DepositState } from "./deposit-state.tsx";
import { LatestRequests } from "./request-list.tsx";

interface DepositPanelProps {
  isDemo: boolean;
  /** The "play money" badge of demo mode. */
  mark: ReactNode;
  /** The request to show instead of the form. */
  payment_id: number | undefined;
  onShow: (payment_id: number | undefined) => void;
}

/** The form for a deposit, or the request that was just made, and below it the latest deposits. */
export function DepositPanel({ isDemo, mark, payment_id, onShow }: DepositPanelProps) {
  const { t } = useMessages();
  const methods = usePaymentMethods();
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-4 lg:gap-6">
      {payment_id === undefined ? (
        <Loaded query={methods} skeleton={<SkeletonRows className="h-56 w-full" />}>
          {({ deposit_methods }) =>
            deposit_methods.length > 0 ? (
              <DepositForm
                methods={deposit_methods}
                isDemo={isDemo}
                mark={mark}
                onRequested={({ id }) => onShow(id)}
              />
            ) : (
              <EmptyState title={t("wallet.no_deposits")}>{t("wallet.no_methods_hint")}</EmptyState>
            )
          }
        </Loaded>
      ) : (
        <DepositState payment_id={payment_id} onAnother={() => onShow(undefined)} />
      )}
      <LatestRequests kind="deposit" />
    </div>
  );
}
