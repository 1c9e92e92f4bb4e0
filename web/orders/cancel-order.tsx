import { useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { formatMoney } from "../lib/format.ts";
import { useMessages } from "../lib/messages.ts";
import { Button } from "../ui/button.tsx";
import { ConfirmDialog } from "../ui/dialog.tsx";
import { refreshOrders, type Order, useCancelOrder } from "./api.ts";

/**
 * Cancels a pending order after a confirmation. Only the server knows whether it is still pending.
 */
export function CancelOrder({ order }: { order: Order }) {
  const { t } = useMessages();
  const client = useQueryClient();
  const [isAsking, setAsking] = useState(false);
  const cancel = useCancelOrder();
  const confirm = () =>
    cancel.mutate(
      { params: { id: order.id } },
      {
        onSuccess: () => setAsking(false),
        onError: () => {
          setAsking(false);
          refreshOrders(client);
        },
      },
    );
  return (
    <>
      <Button kind="secondary" onClick={() => setAsking(true)}>
        {t("history.cancel")}
      </Button>
      <ConfirmDialog
        isOpen={isAsking}
        isDangerous
        title={t("history.cancel_title")}
        confirm_label={t("history.cancel")}
        cancel_label={t("history.keep")}
        isBusy={cancel.isPending}
        onConfirm={confirm}
        onClose={() => setAsking(false)}
      >
        <p>{t("history.cancel_text", { amount: formatMoney(order.total_amount) })}</p>
      </ConfirmDialog>
    </>
  );
}
