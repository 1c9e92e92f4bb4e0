import { formatDay, formatMoney } from "../lib/format.ts";
import { getLanguage, t } from "../lib/messages.ts";
import type { Notification } from "./api.ts";

interface Text {
  title: string;
  body: string;
}

/** The title and the text of a notification, in the current language. */
export function notificationText(
  { kind, params }: Pick<Notification, "kind" | "params">,
  houseNameOf: (name: string) => string,
): Text {
  const param = (name: string) => String(params[name] ?? "");
  const amount = formatMoney(Number(params["amount"] ?? 0));
  const reason = param("reason");
  const draw = {
    house: houseNameOf(param("house_name")),
    date: param("date") && formatDay(param("date"), getLanguage()),
  };
  const payment = params["payment_kind"] === "withdrawal" ? "withdrawal" : "deposit";
  switch (kind) {
    case "win":
      return { title: t("notifications.win", { amount }), body: t("notifications.draw", draw) };
    case "result_voided":
      return {
        title: t("notifications.result_voided"),
        body: t("notifications.result_voided_text", { ...draw, reason }),
      };
    case "payment_approved":
      return {
        title: t(`notifications.approved_${payment}`),
        body: t(`notifications.approved_${payment}_text`, { amount }),
      };
    case "payment_rejected":
      return {
        title: t(`notifications.rejected_${payment}`),
        body: t(`notifications.rejected_${payment}_text`, { amount, reason }),
      };
    case "order_voided":
      return {
        title: t("notifications.order_voided"),
        body: t("notifications.order_voided_text", { ...draw, amount, reason }),
      };
    case "broadcast":
      return { title: t("notifications.broadcast"), body: param("message") };
  }
}

/** The link from a notification to the screen that shows more, if any. */
export function linkOf({
  kind,
  params,
}: Notification): { path: string; label: string } | undefined {
  switch (kind) {
    case "win":
      // Not filtered by `won`: an order with another round to settle is still `confirmed`.
      return { path: "/app/history", label: t("nav.history") };
    case "result_voided":
      return { path: `/app/results?house=${params["house_id"]}`, label: t("nav.results") };
    case "payment_approved":
    case "payment_rejected":
      return { path: "/app/wallet?tab=balance&view=requests", label: t("nav.wallet") };
    case "order_voided":
      return { path: `/app/history?order=${params["order_id"]}`, label: t("nav.history") };
    case "broadcast":
      return undefined;
  }
}
