import { toRupees } from "../../contract/money.ts";
import type {
  Payment,
  PaymentForAdmin,
  PaymentWithDecider,
} from "../../contract/payments/schemas.ts";
import type { DecidedRow, PaymentRow, QueueRow } from "./sql.ts";

/** A request as its player sees it; the reply's schema drops the other columns (001). */
export const toPayment = ({ amount_paise, ...row }: PaymentRow): Payment => ({
  ...row,
  amount: toRupees(amount_paise),
});

/** A request with the admin who decided it, which only admins see. */
export const toPaymentWithDecider = (row: DecidedRow): PaymentWithDecider => ({
  ...toPayment(row),
  decided_by: row.admin_id === null ? null : { id: row.admin_id, full_name: row.admin_name ?? "" },
});

/** A request in the admins' queue, with the player's current balance. */
export const toPaymentForAdmin = (row: QueueRow, balance_paise: number): PaymentForAdmin => ({
  ...toPaymentWithDecider(row),
  user: {
    id: row.user_id,
    full_name: row.full_name,
    phone: row.phone,
    is_active: row.is_active,
    wallet_balance: toRupees(balance_paise),
    owed: toRupees(row.owed_paise),
  },
  history: {
    approved_deposits: row.approved_deposits,
    deposited: toRupees(row.deposited_paise),
    approved_withdrawals: row.approved_withdrawals,
    withdrawn: toRupees(row.withdrawn_paise),
    rejected: row.rejected,
  },
});
