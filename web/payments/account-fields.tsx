import { type AccountType, MAX_ACCOUNT_NAME_LENGTH } from "../../contract/payments/rules.ts";
import { useMessages } from "../lib/messages.ts";
import { TextField } from "../ui/field.tsx";
import type { FieldErrors } from "../ui/form.tsx";

interface AccountFieldsProps {
  type: AccountType;
  errors: FieldErrors;
}

/** The fields for the account to which a withdrawal is paid. */
export function AccountFields({ type, errors }: AccountFieldsProps) {
  const { t } = useMessages();
  if (type === "upi") {
    return (
      <TextField
        label={t("wallet.upi_id")}
        name="upi_id"
        inputMode="email"
        autoCapitalize="none"
        spellCheck={false}
        maxLength={130}
        hint={t("wallet.upi_id_hint")}
        error={errors["upi_id"]}
      />
    );
  }
  return (
    <>
      <TextField
        label={t("wallet.account_name")}
        name="account_name"
        autoComplete="name"
        maxLength={MAX_ACCOUNT_NAME_LENGTH}
        error={errors["account_name"]}
      />
      <TextField
        label={t("wallet.account_number")}
        name="account_number"
        inputMode="numeric"
        autoComplete="off"
        maxLength={30}
        error={errors["account_number"]}
      />
      <TextField
        label={t("wallet.ifsc_code")}
        name="ifsc_code"
        autoComplete="off"
        autoCapitalize="characters"
        spellCheck={false}
        maxLength={20}
        hint={t("wallet.ifsc_hint")}
        error={errors["ifsc_code"]}
        onInput={toUpperCase}
      />
    </>
  );
}

/** Converts the text to upper case and keeps the caret where it is. */
function toUpperCase({ currentTarget: input }: { currentTarget: HTMLInputElement }): void {
  const { selectionStart, selectionEnd } = input;
  input.value = input.value.toUpperCase();
  input.setSelectionRange(selectionStart, selectionEnd);
}
