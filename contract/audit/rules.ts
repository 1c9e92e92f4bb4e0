/** The actions in the audit trail, each with the kind of its subject. */
export const AUDIT_ACTIONS = {
  house_created: "house",
  house_changed: "house",
  house_deleted: "house",
  result_entered: "result",
  result_changed: "result",
  result_published: "result",
  result_voided: "result",
  payment_approved: "payment",
  payment_rejected: "payment",
  payment_method_created: "payment_method",
  payment_method_changed: "payment_method",
  broadcast_sent: "broadcast",
  order_voided: "order",
  user_status_changed: "user",
  user_role_changed: "user",
} as const satisfies Record<string, AuditSubject>;

export type AuditAction = keyof typeof AUDIT_ACTIONS;

export const AUDIT_SUBJECTS = [
  "house",
  "result",
  "payment",
  "payment_method",
  "broadcast",
  "user",
  "order",
] as const;

export type AuditSubject = (typeof AUDIT_SUBJECTS)[number];
