import { useEffect, useEffectEvent, useState } from "react";
import { useMessages } from "../lib/messages.ts";
import { Button } from "../ui/button.tsx";
import { Dialog } from "../ui/dialog.tsx";
import { TextAreaField } from "../ui/field.tsx";
import { type FieldErrors, Form, textOf } from "../ui/form.tsx";

interface PasteDialogProps {
  /** What was pasted already and could not be read. */
  text: string;
  hint: string;
  /** Answers why not, when something in it could not be read. */
  onAdd: (text: string) => string | undefined;
  onClose: () => void;
}

/** Numbers and amounts as they were written in a message. All is taken, or nothing. */
export function PasteDialog({ text, hint, onAdd, onClose }: PasteDialogProps) {
  const { t } = useMessages();
  const [errors, setErrors] = useState<FieldErrors>({});
  const add = (data: FormData) => {
    const why = onAdd(textOf(data, "text"));
    setErrors(why === undefined ? {} : { text: why });
    if (why === undefined) onClose();
  };
  return (
    <Dialog isOpen keepsOpen startsAtField title={t("play.paste")} onClose={onClose}>
      <Form onSubmit={add} errors={errors}>
        <TextAreaField
          label={t("play.paste_label")}
          name="text"
          defaultValue={text}
          hint={hint}
          error={errors["text"]}
        />
        <Button type="submit" isWide>
          {t("play.paste_add")}
        </Button>
      </Form>
    </Dialog>
  );
}

/** Hands over what is pasted on the page itself, where no field takes it. */
export function usePasteOnPage(onPaste: (text: string) => void): void {
  const take = useEffectEvent((event: ClipboardEvent) => {
    const isElsewhere =
      event.target instanceof Element && event.target.closest("input, textarea, dialog");
    const text = event.clipboardData?.getData("text") ?? "";
    if (isElsewhere || text.trim() === "") return;
    event.preventDefault();
    onPaste(text);
  });
  useEffect(() => {
    const listen = (event: ClipboardEvent) => take(event);
    document.addEventListener("paste", listen);
    return () => document.removeEventListener("paste", listen);
  }, []);
}
