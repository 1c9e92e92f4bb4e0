import { Redirect } from "wouter";

/** The admin area opens with what waits for a decision. */
export const AdminHome = () => <Redirect to="/app/admin/payments" replace />;
