import { useState } from "react";
import { useMessages } from "../lib/messages.ts";
import { ActiveBadge } from "../ui/active-badge.tsx";
import { Button } from "../ui/button.tsx";
import { CopyButton } from "../ui/copy-button.tsx";
import { Dialog } from "../ui/dialog.tsx";
import { Table } from "../ui/table.tsx";
import type { ManagedMethod } from "./methods.ts";
import { QrCode } from "./qr-code.tsx";

interface MethodTableProps {
  caption: string;
  methods: readonly ManagedMethod[];
  onEdit: (method: ManagedMethod) => void;
  onSwitch: (method: ManagedMethod) => void;
}

export function MethodTable({ caption, methods, onEdit, onSwitch }: MethodTableProps) {
  const { t } = useMessages();
  const hasUpi = methods.some((method) => method.account_info.upi_id !== null);
  const account_columns = [
    {
      header: t("admin.method.upi_id"),
      cell: (method: ManagedMethod) => <UpiId method={method} />,
    },
    { header: t("admin.method.qr"), cell: (method: ManagedMethod) => <QrButton method={method} /> },
  ];
  return (
    <Table
      isWide
      caption={caption}
      rows={methods}
      keyOf={(method) => method.id}
      columns={[
        { header: t("admin.method.name"), cell: (method) => <MethodName method={method} /> },
        ...(hasUpi ? account_columns : []),
        {
          header: t("admin.status"),
          cell: (method) => <ActiveBadge isActive={method.is_active} />,
        },
        {
          header: t("admin.actions"),
          hasHiddenHeader: true,
          cell: (method) => (
            <MethodActions
              method={method}
              onEdit={() => onEdit(method)}
              onSwitch={() => onSwitch(method)}
            />
          ),
        },
      ]}
    />
  );
}

function MethodName({ method }: { method: ManagedMethod }) {
  const { t } = useMessages();
  return (
    <span className="flex items-center gap-3 @max-4xl:ml-auto">
      {method.icon_url !== null && (
        <img src={method.icon_url} alt="" className="size-8 rounded-control" />
      )}
      <span className="@max-4xl:text-right">
        <span className="block font-semibold">{method.name}</span>
        <span className="text-quiet">{t(`admin.method.types.${method.method_type}`)}</span>
      </span>
    </span>
  );
}

function UpiId({ method }: { method: ManagedMethod }) {
  const { t } = useMessages();
  const { upi_id } = method.account_info;
  if (upi_id === null) return <>-</>;
  return (
    <span className="flex min-w-0 items-center @4xl:-my-2">
      <span className="min-w-0 break-all">{upi_id}</span>
      <CopyButton isSmall text={upi_id} label={t("admin.payment.copy_upi_id")} />
    </span>
  );
}

/** A small QR code; pressing it opens a dialog with a large one that another phone can scan. */
function QrButton({ method }: { method: ManagedMethod }) {
  const { t } = useMessages();
  const [isShown, setShown] = useState(false);
  const info = method.account_info;
  if (info.qr_url === null) return <>-</>;
  return (
    <>
      <button
        type="button"
        aria-label={t("admin.method.enlarge_qr", { name: method.name })}
        aria-haspopup="dialog"
        onClick={() => setShown(true)}
        className="grid size-14 place-items-center overflow-hidden rounded-control border border-line bg-[white] transition-colors hover:border-pine"
      >
        <img src={info.qr_url} alt="" className="size-12" />
      </button>
      <Dialog isOpen={isShown} title={method.name} onClose={() => setShown(false)}>
        <QrCode info={info} isLarge />
        <p className="mt-2 text-center break-all">{info.upi_id}</p>
      </Dialog>
    </>
  );
}

interface MethodActionsProps {
  method: ManagedMethod;
  onEdit: () => void;
  onSwitch: () => void;
}

function MethodActions({ method, onEdit, onSwitch }: MethodActionsProps) {
  const { t } = useMessages();
  const change = method.is_active ? t("admin.deactivate") : t("admin.activate");
  return (
    <span className="flex flex-1 flex-wrap gap-2 py-1 @4xl:justify-end @4xl:py-0">
      <Button kind="secondary" aria-label={`${t("admin.edit")}: ${method.name}`} onClick={onEdit}>
        {t("admin.edit")}
      </Button>
      <Button kind="secondary" aria-label={`${change}: ${method.name}`} onClick={onSwitch}>
        {change}
      </Button>
    </span>
  );
}
