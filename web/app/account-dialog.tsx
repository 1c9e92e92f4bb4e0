import { useQueryClient } from "@tanstack/react-query";
import { LogOut, ScrollText, Shield, UserRound } from "lucide-react";
import { Link, useLocation } from "wouter";
import { useMessages } from "../lib/messages.ts";
import { endSession, useUser } from "../lib/session.ts";
import { toast } from "../lib/toast.ts";
import { classes } from "../ui/classes.ts";
import { Dialog } from "../ui/dialog.tsx";
import { LanguageSwitcher } from "../ui/language-switcher.tsx";
import { ThemeChoice } from "./theme-choice.tsx";

/** The account: language and theme, profile, and log out. */
export function AccountDialog({ onClose }: { onClose: () => void }) {
  const { full_name } = useUser();
  return (
    <Dialog isOpen onClose={onClose} title={full_name}>
      <Entries onChosen={onClose} />
    </Dialog>
  );
}

function Entries({ onChosen }: { onChosen: () => void }) {
  const { t } = useMessages();
  const { role, phone } = useUser();
  const [path] = useLocation();
  const signOut = useSignOut();
  return (
    <div className="grid gap-1">
      <p className="mb-2 text-14 text-quiet">{phone}</p>
      <div className="mb-2 grid gap-3">
        <div className="lg:hidden">
          <LanguageSwitcher />
        </div>
        <ThemeChoice />
      </div>
      <Link
        to="/app/profile"
        onClick={onChosen}
        aria-current={path === "/app/profile" ? "page" : undefined}
        className={ENTRY}
      >
        <UserRound size={20} aria-hidden />
        {t("nav.profile")}
      </Link>
      <Link to="/app/rules" onClick={onChosen} className={ENTRY}>
        <ScrollText size={20} aria-hidden />
        {t("nav.rules")}
      </Link>
      {role === "admin" && (
        <Link to="/app/admin" onClick={onChosen} className={classes(ENTRY, "lg:hidden")}>
          <Shield size={20} aria-hidden />
          {t("nav.admin")}
        </Link>
      )}
      <button type="button" onClick={signOut} className={ENTRY}>
        <LogOut size={20} aria-hidden />
        {t("shell.sign_out")}
      </button>
    </div>
  );
}

function useSignOut() {
  const { t } = useMessages();
  const client = useQueryClient();
  const [, navigate] = useLocation();
  return () => {
    navigate("/login");
    void endSession(client);
    toast.success(t("shell.logout_done"));
  };
}

const ENTRY =
  "-mx-2 flex min-h-12 items-center gap-3 rounded-control px-2 transition-colors hover:bg-sunken";
