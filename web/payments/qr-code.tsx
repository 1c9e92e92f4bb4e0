import { useMessages } from "../lib/messages.ts";
import { classes } from "../ui/classes.ts";
import type { ManagedMethod } from "./methods.ts";

interface QrCodeProps {
  info: ManagedMethod["account_info"];
  /** Fills the width of its container. */
  isLarge?: boolean;
}

/** The QR code for payment apps, on white in every theme, because scanners need the contrast. */
export function QrCode({ info: { qr_url, upi_id }, isLarge }: QrCodeProps) {
  const { t } = useMessages();
  if (qr_url === null) return null;
  return (
    <img
      src={qr_url}
      alt={t("admin.method.qr_of", { upi_id: upi_id ?? "" })}
      className={classes("rounded-control bg-[white] p-1", isLarge ? LARGE : "size-28")}
    />
  );
}

const LARGE = "mx-auto w-full max-w-72";
