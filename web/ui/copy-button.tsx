import { Check, Copy } from "lucide-react";
import { useEffect, useState } from "react";
import { useMessages } from "../lib/messages.ts";
import { toast } from "../lib/toast.ts";
import { Button, IconButton } from "./button.tsx";

interface CopyButtonProps {
  text: string;
  /** The button's name, such as "Copy UPI ID". */
  label: string;
  /** Shows only the icon, for narrow places. */
  isSmall?: boolean | undefined;
}

const SHOWN_MS = 2_000;

/** Copies a text and confirms it. Hidden on pages over plain HTTP, which cannot copy. */
export function CopyButton({ text, label, isSmall }: CopyButtonProps) {
  const { t } = useMessages();
  const [isCopied, setCopied] = useState(false);
  useEffect(() => {
    if (!isCopied) return undefined;
    const timer = setTimeout(() => setCopied(false), SHOWN_MS);
    return () => clearTimeout(timer);
  }, [isCopied]);
  if (!("clipboard" in navigator)) return null;
  const copy = () =>
    navigator.clipboard.writeText(text).then(
      () => setCopied(true),
      () => toast.failure(t("ui.copy_failed")),
    );
  const Icon = isCopied ? Check : Copy;
  return (
    <>
      {isSmall ? (
        <IconButton label={label} onClick={() => void copy()}>
          <Icon size={18} aria-hidden />
        </IconButton>
      ) : (
        <Button
          kind="secondary"
          aria-label={isCopied ? undefined : label}
          icon={<Icon size={16} aria-hidden />}
          onClick={() => void copy()}
        >
          {isCopied ? t("ui.copied") : t("ui.copy")}
        </Button>
      )}
      <span role="status" className="sr-only">
        {isCopied && t("ui.copied")}
      </span>
    </>
  );
}
