import { useState } from "react";
import { type MessageKey, useMessages } from "../lib/messages.ts";
import { Button } from "../ui/button.tsx";
import { TextField } from "../ui/field.tsx";
import { Form, textOf } from "../ui/form.tsx";
import { parseOrderCode } from "./all-orders.ts";

/** Opens any order by the number on its ticket, whatever the list is filtered by. */
export function OrderFinder({ onFound }: { onFound: (order_id: number) => void }) {
  const { t } = useMessages();
  const [errors, setErrors] = useState<Record<string, MessageKey>>({});
  const submit = (data: FormData) => {
    const order_id = parseOrderCode(textOf(data, "code"));
    setErrors(order_id === undefined ? { code: "admin.order.code_invalid" } : {});
    if (order_id !== undefined) onFound(order_id);
  };
  return (
    <Form label={t("admin.order.find")} onSubmit={submit} errors={errors} className="mb-6">
      <div className="flex flex-wrap items-end gap-3">
        <div className="min-w-0 flex-[1_1_8rem] sm:max-w-60">
          <TextField
            label={t("admin.order.code")}
            name="code"
            autoComplete="off"
            enterKeyHint="search"
            placeholder="#0889"
            error={errors["code"]}
          />
        </div>
        <Button type="submit" kind="secondary">
          {t("admin.order.open")}
        </Button>
      </div>
    </Form>
  );
}
