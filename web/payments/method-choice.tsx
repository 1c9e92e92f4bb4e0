import { CreditCard, type LucideIcon, QrCode, Smartphone, Wallet } from "lucide-react";
import type { MethodType } from "../../contract/payments/rules.ts";
import { useMessages } from "../lib/messages.ts";
import { ChoiceCards } from "../ui/choice-cards.tsx";
import type { FieldError } from "../ui/form.tsx";
import type { PaymentMethod } from "./api.ts";

interface MethodChoiceProps {
  methods: readonly PaymentMethod[];
  value: number | undefined;
  onChange: (method_id: number) => void;
  error: FieldError | undefined;
}

/** A choice between the operator's payment methods. */
export function MethodChoice({ methods, ...choice }: MethodChoiceProps) {
  const { t } = useMessages();
  return (
    <ChoiceCards
      label={t("wallet.method")}
      name="payment_method"
      choices={methods.map((method) => ({
        value: method.id,
        label: method.name,
        icon: <MethodIcon method={method} />,
      }))}
      {...choice}
    />
  );
}

function MethodIcon({ method }: { method: PaymentMethod }) {
  if (method.icon_url) {
    return <img src={method.icon_url} alt="" className="size-6 shrink-0 object-contain" />;
  }
  const Icon = ICONS[method.method_type];
  return <Icon size={20} aria-hidden className="shrink-0" />;
}

const ICONS: Record<MethodType, LucideIcon> = {
  upi: QrCode,
  phonepe: Smartphone,
  googlepay: Smartphone,
  paytm: Wallet,
  card: CreditCard,
  other: Wallet,
};
