import { useState } from "react";
import {
  accountTypeOf,
  MAX_ICON_URL_LENGTH,
  MAX_METHOD_NAME_LENGTH,
  METHOD_TYPES,
  needsUpiId,
} from "../../contract/payments/rules.ts";
import { type MessageKey, useMessages } from "../lib/messages.ts";
import { CheckboxField, SelectField, TextField } from "../ui/field.tsx";
import { FormDialog } from "../ui/form-dialog.tsx";
import { AccountConfirm } from "./account-confirm.tsx";
import {
  changesAccount,
  type NewMethod,
  type Purpose,
  purposeOf,
  readMethod,
} from "./method-form-data.ts";
import { type ManagedMethod, useSaveMethod } from "./methods.ts";
import { QrCode } from "./qr-code.tsx";

interface MethodFormProps {
  /** The method to edit; undefined to add a new one. */
  method: ManagedMethod | undefined;
  onClose: () => void;
}

export function MethodForm({ method, onClose }: MethodFormProps) {
  const { t } = useMessages();
  const [errors, setErrors] = useState<Record<string, MessageKey>>({});
  const [purpose, setPurpose] = useState<Purpose>(method ?? purposeOf("deposit", "upi"));
  const [confirming, setConfirming] = useState<NewMethod>();
  const { save, isBusy } = useSaveMethod(method, onClose);
  const submit = (data: FormData) => {
    const read = readMethod(data, method);
    setErrors("errors" in read ? read.errors : {});
    if (!("method" in read)) return;
    if (method && changesAccount(method, read.method)) setConfirming(read.method);
    else save(read.method);
  };
  return (
    <>
      <FormDialog
        isOpen
        title={
          method ? t("admin.method.edit_title", { name: method.name }) : t("admin.method.add_title")
        }
        confirm_label={isBusy ? t("admin.saving") : t("admin.save")}
        onSubmit={submit}
        onClose={onClose}
        isBusy={isBusy}
        errors={errors}
      >
        {!method && <PurposeFields purpose={purpose} onChange={setPurpose} />}
        <MethodFields method={method} purpose={purpose} errors={errors} />
      </FormDialog>
      {method && confirming && (
        <AccountConfirm
          name={method.name}
          before={method.account_info.upi_id}
          after={confirming.upi_id ?? null}
          onConfirm={() => save(confirming)}
          onClose={() => setConfirming(undefined)}
          isBusy={isBusy}
        />
      )}
    </>
  );
}

interface PurposeFieldsProps {
  purpose: Purpose;
  onChange: (purpose: Purpose) => void;
}

/** The purpose of a method. It cannot be changed later, because existing requests rely on it. */
function PurposeFields({ purpose, onChange }: PurposeFieldsProps) {
  const { t } = useMessages();
  const account_type = accountTypeOf(purpose.method_type);
  return (
    <div className="grid items-start gap-4 sm:grid-cols-2">
      <SelectField
        label={t("admin.method.direction")}
        name="direction"
        value={purpose.direction}
        onChange={({ target }) => onChange(purposeOf(target.value, purpose.method_type))}
        options={[
          { value: "deposit", label: t("admin.method.deposit") },
          { value: "withdrawal", label: t("admin.method.withdrawal") },
        ]}
      />
      <SelectField
        label={t("admin.method.type")}
        name="method_type"
        value={purpose.method_type}
        onChange={({ target }) => onChange(purposeOf(purpose.direction, target.value))}
        options={METHOD_TYPES.map((value) => ({ value, label: t(`admin.method.types.${value}`) }))}
        // Which account players are asked for follows from the type.
        hint={
          purpose.direction === "withdrawal"
            ? `${t("admin.payment.account_type")}: ${t(`admin.payment.${account_type}`)}`
            : undefined
        }
      />
    </div>
  );
}

interface MethodFieldsProps {
  method: ManagedMethod | undefined;
  purpose: Purpose;
  errors: Record<string, string>;
}

function MethodFields({ method, purpose, errors }: MethodFieldsProps) {
  const { t } = useMessages();
  const stored = method?.account_info.upi_id ?? "";
  const [upi_id, setUpiId] = useState(stored);
  return (
    <>
      <TextField
        label={t("admin.method.name")}
        name="name"
        defaultValue={method?.name}
        maxLength={MAX_METHOD_NAME_LENGTH}
        error={errors["name"]}
      />
      {purpose.direction === "deposit" && (
        <>
          <TextField
            label={t("admin.method.upi_id")}
            name="upi_id"
            defaultValue={stored}
            onChange={({ target }) => setUpiId(target.value)}
            hint={t("admin.method.upi_hint")}
            autoCapitalize="none"
            spellCheck={false}
            isOptional={!needsUpiId(purpose)}
            error={errors["upi_id"]}
          />
          {method && upi_id.trim() === stored && <QrCode info={method.account_info} />}
        </>
      )}
      <TextField
        label={t("admin.method.icon_url")}
        name="icon_url"
        type="url"
        defaultValue={method?.icon_url ?? ""}
        hint={t("admin.method.icon_hint")}
        maxLength={MAX_ICON_URL_LENGTH}
        isOptional
        error={errors["icon_url"]}
      />
      <CheckboxField
        label={t("admin.method.is_active")}
        name="is_active"
        defaultChecked={method?.is_active ?? true}
      />
    </>
  );
}
