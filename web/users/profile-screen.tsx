import { useMessages } from "../lib/messages.ts";
import { PageHeader } from "../ui/page-header.tsx";
import { AccountCard } from "./account-card.tsx";
import { DetailsForm } from "./details-form.tsx";
import { PasswordForm } from "./password-form.tsx";
import { SessionsCard } from "./sessions-card.tsx";

/** The user's details, account, password and sessions. */
export function ProfileScreen() {
  const { t } = useMessages();
  return (
    <>
      <PageHeader title={t("profile.title")} />
      <div className="grid items-start gap-4 lg:grid-cols-2 lg:gap-6">
        <div className="grid grid-cols-[minmax(0,1fr)] gap-4 lg:gap-6">
          <DetailsForm />
          <AccountCard />
        </div>
        <div className="grid grid-cols-[minmax(0,1fr)] gap-4 lg:gap-6">
          <PasswordForm />
          <SessionsCard />
        </div>
      </div>
    </>
  );
}
