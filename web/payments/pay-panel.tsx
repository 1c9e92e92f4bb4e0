import { Smartphone } from "lucide-react";
import { formatMoney } from "../lib/format.ts";
import { useMessages } from "../lib/messages.ts";
import { useUser } from "../lib/session.ts";
import { Card } from "../ui/card.tsx";
import { Notice } from "../ui/notice.tsx";
import { CopyButton } from "../ui/copy-button.tsx";
import type { PaymentMethod } from "./api.ts";
import { upiLink } from "./upi-link.ts";

interface PayPanelProps {
  method: PaymentMethod;
  /** Rupees; undefined while the typed amount cannot be deposited. */
  amount: number | undefined;
  isDemo: boolean;
  className?: string;
}

/** Where to pay: a QR code, a UPI id to copy and, on phones, a link that opens the payment app. */
export function PayPanel({ method, amount, isDemo, className }: PayPanelProps) {
  const { t } = useMessages();
  const { upi_id, qr_url } = method.account_info;
  return (
    <Card title={t("wallet.step_pay")} {...(className ? { className } : {})}>
      <div className="grid justify-items-center gap-4 text-center">
        {isDemo && <Notice className="w-full text-left">{t("wallet.demo_pay")}</Notice>}
        {qr_url && (
          <img
            src={qr_url}
            width={184}
            height={184}
            alt={t("wallet.qr_alt", { method: method.name })}
            // Scanners need dark on light, so the background stays white in the dark theme.
            className="rounded-card border border-line bg-[#fff] p-3"
          />
        )}
        {upi_id ? (
          <>
            <p className="text-14 text-quiet">
              {amount === undefined
                ? t("wallet.pay_hint")
                : t("wallet.pay_amount", { amount: formatMoney(amount), method: method.name })}
            </p>
            <UpiId upi_id={upi_id} amount={amount} />
          </>
        ) : (
          <p>{t("wallet.no_upi")}</p>
        )}
      </div>
    </Card>
  );
}

function UpiId({ upi_id, amount }: { upi_id: string; amount: number | undefined }) {
  const { t } = useMessages();
  const { id } = useUser();
  return (
    <div className="grid w-full gap-3">
      <div className="flex flex-wrap items-center justify-between gap-x-3 rounded-control bg-sunken py-1 pr-1 pl-3 text-left">
        <div className="min-w-0">
          <p className="text-12 text-quiet">{t("wallet.upi_id")}</p>
          <p className="text-14 font-semibold break-all select-all">{upi_id}</p>
        </div>
        <CopyButton text={upi_id} label={t("wallet.copy_upi_id")} />
      </div>
      {amount !== undefined && (
        <a
          href={upiLink({
            upi_id,
            payee: t("app.name"),
            amount,
            note: t("wallet.upi_note", { user: String(id) }),
          })}
          className="inline-flex min-h-11 items-center justify-center gap-2 rounded-control border border-pine px-4 text-14 font-semibold text-pine lg:hidden"
        >
          <Smartphone size={16} aria-hidden />
          {t("wallet.open_upi", { amount: formatMoney(amount) })}
        </a>
      )}
    </div>
  );
}
