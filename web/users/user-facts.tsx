import { useMessages } from "../lib/messages.ts";
import { Fact } from "../ui/facts.tsx";
import type { ManagedUser } from "./managed-users.ts";

/** Who an account belongs to: several may have one name, but none the same phone or id. */
export function UserFacts({ user: { full_name, id, phone } }: { user: ManagedUser }) {
  const { t } = useMessages();
  return (
    <>
      <Fact label={t("admin.user.user")}>
        <span className="font-semibold">{full_name}</span>{" "}
        <span className="text-12 text-quiet">#{id}</span>
      </Fact>
      <Fact label={t("admin.user.phone")}>
        <span className="whitespace-nowrap">{phone}</span>
      </Fact>
    </>
  );
}
