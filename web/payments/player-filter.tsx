import { useState } from "react";
import { parsePhone } from "../../contract/auth/rules.ts";
import { useDraft } from "../lib/draft.ts";
import { type MessageKey, useMessages } from "../lib/messages.ts";
import { Button } from "../ui/button.tsx";
import { TextField } from "../ui/field.tsx";
import { Form } from "../ui/form.tsx";

interface PlayerFilterProps {
  /** The phone of the player; empty for all players. */
  phone: string;
  onChange: (phone: string) => void;
}

/** Narrows the queue to one player. It applies on submit, because only a whole phone is found. */
export function PlayerFilter({ phone, onChange }: PlayerFilterProps) {
  const { t } = useMessages();
  const [draft, setDraft] = useDraft(phone);
  const [errors, setErrors] = useState<Record<string, MessageKey>>({});
  const submit = () => {
    const wanted = draft.trim() === "" ? "" : parsePhone(draft);
    setErrors(wanted === undefined ? { phone: "error.invalid_phone" } : {});
    if (wanted !== undefined) onChange(wanted);
  };
  return (
    <Form label={t("admin.payment.find_player")} onSubmit={submit} errors={errors} className="mb-4">
      <div className="flex flex-wrap items-end gap-3">
        <div className="min-w-0 flex-[1_1_8rem] sm:max-w-60">
          <TextField
            label={t("admin.payment.phone")}
            name="phone"
            type="tel"
            autoComplete="off"
            enterKeyHint="search"
            value={draft}
            onChange={({ target }) => setDraft(target.value)}
            error={errors["phone"]}
          />
        </div>
        <Button type="submit" kind="secondary">
          {t("admin.payment.find")}
        </Button>
      </div>
    </Form>
  );
}
