import { useEffect, useEffectEvent, useState } from "react";
import { useMessages } from "../lib/messages.ts";
import { Button } from "../ui/button.tsx";
import { Dialog } from "../ui/dialog.tsx";
import { TextAreaField } from "../ui/field.tsx";
import { type FieldErrors, Form, textOf } from "../ui/form.tsx";

interface PasteDialogProps {
  /** The initial text, such as pasted text that could not be parsed. */
  text: string;
  hint: string;
  /** Returns an error message when part of the text cannot be parsed. */
  onAdd: (text: string) => string | undefined;
  onClose: () => void;
}

/** A dialog to paste numbers and amounts as text. Either all of the text is added or none of it. */
export function PasteDialog({ text, hint, onAdd, onClose }: PasteDialogProps) {
  const { t } = useMessages();
  const [errors, setErrors] = useState<FieldErrors>({});
  const add = (data: FormData) => {
    const error = onAdd(textOf(data, "text"));
    setErrors(error === undefined ? {} : { text: error });
    if (error === undefined) onClose();
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

/** Calls `onPaste` for text that is pasted outside input fields and dialogs. */
export function usePasteOnPage(onPaste: (text: string) => void): void {
  const handlePaste = useEffectEvent((event: ClipboardEvent) => {
    const isElsewhere =
      event.target instanceof Element && event.target.closest("input, textarea, dialog");
    const text = event.clipboardData?.getData("text") ?? "";
    if (isElsewhere || text.trim() === "") return;
    event.preventDefault();
    onPaste(text);
  });
  useEffect(() => {
    const listen = (event: ClipboardEvent) => handlePaste(event);
    document.addEventListener("paste", listen);
    return () => document.removeEventListener("paste", listen);
  }, []);
}
