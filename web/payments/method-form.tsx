import { useState } from "react";
import { METHOD_TYPES } from "../../contract/payments/rules.ts";
import { useMessages } from "../lib/messages.ts";
import { CheckboxField, SelectField, TextField } from "../ui/field.tsx";
import { FormDialog } from "../ui/form-dialog.tsx";
import { readMethod } from "./method-form-data.ts";
import { type ManagedMethod, useSaveMethod } from "./methods.ts";
import { QrCode } from "./qr-code.tsx";

interface MethodFormProps {
  /** The method that is edited; without one a new one is added. */
  method: ManagedMethod | undefined;
  onClose: () => void;
}

export function MethodForm({ method, onClose }: MethodFormProps) {
  const { t } = useMessages();
  const [errors, setErrors] = useState<Record<string, string>>({});
  const { save, isBusy } = useSaveMethod(method, onClose);
  const submit = (data: FormData) => {
    const read = readMethod(data, method);
    const wrong = "errors" in read ? Object.entries(read.errors) : [];
    setErrors(Object.fromEntries(wrong.map(([name, key]) => [name, t(key)])));
    if ("method" in read) save(read.method);
  };
  return (
    <FormDialog
      isOpen
      title={
        method ? t("admin.method.edit_title", { name: method.name }) : t("admin.method.add_title")
      }
      submit_label={isBusy ? t("admin.saving") : t("admin.save")}
      onSubmit={submit}
      onClose={onClose}
      isBusy={isBusy}
      errors={errors}
    >
      {!method && <UnchangeableFields />}
      <MethodFields method={method} errors={errors} />
    </FormDialog>
  );
}

/** What a method is for, which requests made with it rely on. */
function UnchangeableFields() {
  const { t } = useMessages();
  return (
    <div className="grid gap-4 sm:grid-cols-2">
      <SelectField
        label={t("admin.method.direction")}
        name="direction"
        options={[
          { value: "deposit", label: t("admin.method.deposit") },
          { value: "withdrawal", label: t("admin.method.withdrawal") },
        ]}
      />
      <SelectField
        label={t("admin.method.type")}
        name="method_type"
        defaultValue="upi"
        options={METHOD_TYPES.map((value) => ({ value, label: t(`admin.method.types.${value}`) }))}
      />
    </div>
  );
}

interface MethodFieldsProps {
  method: ManagedMethod | undefined;
  errors: Record<string, string>;
}

function MethodFields({ method, errors }: MethodFieldsProps) {
  const { t } = useMessages();
  return (
    <>
      <TextField
        label={t("admin.method.name")}
        name="name"
        defaultValue={method?.name}
        maxLength={60}
        error={errors["name"]}
      />
      <TextField
        label={t("admin.method.upi_id")}
        name="upi_id"
        defaultValue={method?.account_info.upi_id ?? ""}
        hint={t("admin.method.upi_hint")}
        autoCapitalize="none"
        spellCheck={false}
        isOptional
        error={errors["upi_id"]}
      />
      {method && <QrCode info={method.account_info} />}
      <TextField
        label={t("admin.method.icon_url")}
        name="icon_url"
        type="url"
        defaultValue={method?.icon_url ?? ""}
        hint={t("admin.method.icon_hint")}
        maxLength={300}
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
