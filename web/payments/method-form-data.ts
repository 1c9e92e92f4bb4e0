import { METHOD_TYPES, needsUpiId, UPI_ID } from "../../contract/payments/rules.ts";
import { changesOf } from "../lib/changes.ts";
import type { ApiReply } from "../lib/client.ts";
import type { MessageKey } from "../lib/messages.ts";
import type { CallRequest } from "../lib/call.ts";
import { textOf } from "../ui/form.tsx";

type ManagedMethod = ApiReply<"GET /admin/payment-methods">["methods"][number];
export type NewMethod = CallRequest<"POST /admin/payment-methods">["body"];
export type Purpose = Pick<NewMethod, "direction" | "method_type">;
type MethodChanges = NonNullable<CallRequest<"PUT /admin/payment-methods/{id}">["body"]>;

/**
 * The method in the form, or the message key of the error of each invalid field. An existing method
 * keeps its purpose, given as `fixed_purpose`.
 */
export function readMethod(
  data: FormData,
  fixed_purpose?: Purpose,
): { method: NewMethod } | { errors: Record<string, MessageKey> } {
  const text = (name: string) => textOf(data, name).trim();
  const [name, upi_id, icon_url] = [text("name"), text("upi_id"), text("icon_url")];
  const purpose = fixed_purpose ?? purposeOf(text("direction"), text("method_type"));
  const errors: Record<string, MessageKey> = {
    ...(name === "" ? { name: "admin.required" } : {}),
    ...(upi_id === "" && needsUpiId(purpose) ? { upi_id: "admin.required" } : {}),
    ...(upi_id === "" || UPI_ID.test(upi_id) ? {} : { upi_id: "error.invalid_upi_id" }),
    ...(/^($|https:\/\/|\/)/.test(icon_url) ? {} : { icon_url: "admin.method.icon_invalid" }),
  };
  if (Object.keys(errors).length > 0) return { errors };
  return {
    method: {
      name,
      direction: purpose.direction,
      method_type: purpose.method_type,
      upi_id: upi_id || null,
      icon_url: icon_url || null,
      is_active: data.get("is_active") !== null,
    },
  };
}

/** The fields that were changed in the form. The form has a UPI id field only for deposits. */
export const changesOfMethod = (
  { direction, name, icon_url, account_info, is_active }: ManagedMethod,
  typed: NewMethod,
): MethodChanges =>
  changesOf<MethodChanges>(
    { name, icon_url, upi_id: account_info.upi_id, is_active },
    {
      name: typed.name,
      icon_url: typed.icon_url,
      upi_id: direction === "deposit" ? typed.upi_id : account_info.upi_id,
      is_active: typed.is_active,
    },
  );

/** Whether the form gives an existing method another UPI id, to which players then pay. */
export const changesAccount = (method: ManagedMethod, typed: NewMethod): boolean =>
  Object.hasOwn(changesOfMethod(method, typed), "upi_id");

/** The purpose chosen in the two select fields of a new method. */
export const purposeOf = (direction: string, method_type: string): Purpose => ({
  direction: direction === "deposit" ? "deposit" : "withdrawal",
  method_type: METHOD_TYPES.find((type) => type === method_type) ?? "other",
});
