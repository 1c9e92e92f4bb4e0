import { type ReactNode, useState } from "react";
import { ACCOUNT_TYPES, accountTypeOf, type AccountType } from "../../contract/payments/rules.ts";
import { useMessages } from "../lib/messages.ts";
import { SkeletonRows } from "../ui/skeleton.tsx";
import { EmptyState, Loaded } from "../ui/states.tsx";
import { type PaymentMethod, usePaymentMethods } from "./api.ts";
import { LatestRequests } from "./request-list.tsx";
import { WithdrawForm } from "./withdraw-form.tsx";

/**
 * The withdrawal form and the latest withdrawals. `mark` is the "play money" badge of demo mode.
 */
export function WithdrawPanel({ mark }: { mark: ReactNode }) {
  const { t } = useMessages();
  const methods = usePaymentMethods();
  const [request_count, setRequestCount] = useState(0);
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] items-start gap-4 lg:grid-cols-2 lg:gap-6">
      <Loaded query={methods} skeleton={<SkeletonRows className="h-56 w-full" />}>
        {({ withdrawal_methods }) => {
          const types = accountTypes(withdrawal_methods);
          return types.length > 0 ? (
            <WithdrawForm
              key={request_count}
              types={types}
              mark={mark}
              onRequested={() => setRequestCount(request_count + 1)}
            />
          ) : (
            <EmptyState title={t("wallet.no_withdrawals")}>
              {t("wallet.no_methods_hint")}
            </EmptyState>
          );
        }}
      </Loaded>
      <LatestRequests kind="withdrawal" />
    </div>
  );
}

/** The account types to which the operator pays out. */
const accountTypes = (methods: readonly PaymentMethod[]): AccountType[] =>
  ACCOUNT_TYPES.filter((type) =>
    methods.some(({ method_type }) => accountTypeOf(method_type) === type),
  );
