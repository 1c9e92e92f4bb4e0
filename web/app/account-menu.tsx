import { Suspense, useEffect, useState } from "react";
import { useMessages } from "../lib/messages.ts";
import { useUser } from "../lib/session.ts";
import { classes } from "../ui/classes.ts";
import { accountDialog } from "./routes.ts";

/** The user's initial and, where there is room, full name; opens the account dialog. */
export function AccountMenu({ isWide }: { isWide?: boolean }) {
  const { t } = useMessages();
  const user = useUser();
  const [isOpen, setOpen] = useState(false);
  useEffect(() => void accountDialog.preload(), []);
  return (
    <>
      <button
        type="button"
        aria-haspopup="dialog"
        aria-label={isWide ? undefined : `${t("shell.account")}: ${user.full_name}`}
        onClick={() => setOpen(true)}
        className={classes(
          "flex min-h-11 min-w-11 items-center justify-center gap-3 rounded-control",
          "transition-colors hover:bg-sunken",
          isWide && "justify-start px-2 text-left",
        )}
      >
        <Initial name={user.full_name} />
        {isWide && <span className="min-w-0 truncate text-14 font-semibold">{user.full_name}</span>}
      </button>
      {isOpen && (
        <Suspense>
          <accountDialog.View onClose={() => setOpen(false)} />
        </Suspense>
      )}
    </>
  );
}

const Initial = ({ name }: { name: string }) => (
  <span
    aria-hidden
    className="grid size-9 shrink-0 place-items-center rounded-full bg-pine-soft text-14 font-semibold text-pine"
  >
    {Array.from(name.trim())[0]?.toUpperCase()}
  </span>
);
