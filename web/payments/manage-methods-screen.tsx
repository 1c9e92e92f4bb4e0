import { Plus } from "lucide-react";
import { useState } from "react";
import { PAYMENT_KINDS, type PaymentKind } from "../../contract/payments/rules.ts";
import { useMessages } from "../lib/messages.ts";
import { Button } from "../ui/button.tsx";
import { Card } from "../ui/card.tsx";
import { ConfirmDialog } from "../ui/dialog.tsx";
import { PageHeader } from "../ui/page-header.tsx";
import { RefreshFailure } from "../ui/refresh-failure.tsx";
import { SkeletonRows } from "../ui/skeleton.tsx";
import { EmptyState, Loaded } from "../ui/states.tsx";
import { MethodForm } from "./method-form.tsx";
import { MethodTable } from "./method-table.tsx";
import { type ManagedMethod, useMethods, useSwitchMethod } from "./methods.ts";

type OpenDialog = { action: "add" } | { action: "edit" | "switch"; method: ManagedMethod };

/** Admins add, edit and deactivate the payment methods that players choose from. */
export function ManageMethodsScreen() {
  const { t } = useMessages();
  const methods = useMethods();
  const [dialog, setDialog] = useState<OpenDialog>();
  const closeDialog = () => setDialog(undefined);
  return (
    <>
      <PageHeader
        title={t("admin.method.title")}
        lead={t("admin.method.lead")}
        action={
          <Button
            icon={<Plus size={18} aria-hidden />}
            onClick={() => setDialog({ action: "add" })}
          >
            {t("admin.method.add")}
          </Button>
        }
      />
      <RefreshFailure query={methods} />
      <Loaded query={methods} skeleton={<SkeletonRows className="h-40 w-full" />}>
        {({ methods: all }) => (
          <div className="grid gap-4 lg:gap-6">
            {PAYMENT_KINDS.map((direction) => (
              <MethodsFor
                key={direction}
                direction={direction}
                methods={all.filter((method) => method.direction === direction)}
                onOpen={setDialog}
              />
            ))}
          </div>
        )}
      </Loaded>
      {dialog?.action === "add" && <MethodForm method={undefined} onClose={closeDialog} />}
      {dialog?.action === "edit" && (
        <MethodForm key={dialog.method.id} method={dialog.method} onClose={closeDialog} />
      )}
      {dialog?.action === "switch" && (
        <SwitchDialog key={dialog.method.id} method={dialog.method} onClose={closeDialog} />
      )}
    </>
  );
}

interface MethodsForProps {
  direction: PaymentKind;
  methods: readonly ManagedMethod[];
  onOpen: (dialog: OpenDialog) => void;
}

function MethodsFor({ direction, methods, onOpen }: MethodsForProps) {
  const { t } = useMessages();
  return (
    <Card isFlush title={t(`admin.method.for_${direction}s`)}>
      {methods.length === 0 ? (
        <EmptyState title={t("admin.method.none")}>
          {t(`admin.method.none_${direction}_hint`)}
        </EmptyState>
      ) : (
        <MethodTable
          caption={t(`admin.method.for_${direction}s`)}
          methods={methods}
          onEdit={(method) => onOpen({ action: "edit", method })}
          onSwitch={(method) => onOpen({ action: "switch", method })}
        />
      )}
    </Card>
  );
}

interface SwitchDialogProps {
  method: ManagedMethod;
  onClose: () => void;
}

function SwitchDialog({ method, onClose }: SwitchDialogProps) {
  const { t } = useMessages();
  const { switchMethod, isBusy } = useSwitchMethod(method, onClose);
  const action = method.is_active ? "deactivate" : "activate";
  return (
    <ConfirmDialog
      isOpen
      title={t(`admin.method.${action}_title`, { name: method.name })}
      confirm_label={t(`admin.${action}`)}
      onConfirm={switchMethod}
      onClose={onClose}
      isBusy={isBusy}
      isDangerous={method.is_active}
    >
      <p>{t(`admin.method.${action}_text`)}</p>
    </ConfirmDialog>
  );
}
