import { METHOD_TYPES, UPI_ID } from "../../contract/payments/rules.ts";
import { changesOf } from "../lib/changes.ts";
import type { ApiReply } from "../lib/client.ts";
import type { MessageKey } from "../lib/messages.ts";
import type { CallRequest } from "../lib/call.ts";
import { textOf } from "../ui/form.tsx";

type ManagedMethod = ApiReply<"GET /admin/payment-methods">["methods"][number];
export type NewMethod = CallRequest<"POST /admin/payment-methods">["body"];
type MethodChanges = NonNullable<CallRequest<"PUT /admin/payment-methods/{id}">["body"]>;

/** What was typed as a method, or field → what is wrong with it. `known` keeps what it is for. */
export function readMethod(
  data: FormData,
  known?: Pick<NewMethod, "direction" | "method_type">,
): { method: NewMethod } | { errors: Record<string, MessageKey> } {
  const text = (name: string) => textOf(data, name).trim();
  const [name, upi_id, icon_url] = [text("name"), text("upi_id"), text("icon_url")];
  const errors: Record<string, MessageKey> = {
    ...(name === "" ? { name: "admin.required" } : {}),
    ...(upi_id === "" || UPI_ID.test(upi_id) ? {} : { upi_id: "error.invalid_upi_id" }),
    ...(/^($|https:\/\/|\/)/.test(icon_url) ? {} : { icon_url: "admin.method.icon_invalid" }),
  };
  if (Object.keys(errors).length > 0) return { errors };
  return {
    method: {
      name,
      direction: known?.direction ?? (text("direction") === "deposit" ? "deposit" : "withdrawal"),
      method_type: known?.method_type ?? typeOf(text("method_type")),
      upi_id: upi_id || null,
      icon_url: icon_url || null,
      is_active: data.get("is_active") !== null,
    },
  };
}

/** What of a method was changed in its form. */
export const changesOfMethod = (
  { name, icon_url, account_info, is_active }: ManagedMethod,
  typed: NewMethod,
): MethodChanges =>
  changesOf<MethodChanges>(
    { name, icon_url, upi_id: account_info.upi_id, is_active },
    {
      name: typed.name,
      icon_url: typed.icon_url,
      upi_id: typed.upi_id,
      is_active: typed.is_active,
    },
  );

const typeOf = (text: string) => METHOD_TYPES.find((type) => type === text) ?? "other";
