import { Monitor, Smartphone } from "lucide-react";
import { useState } from "react";
import { formatDayTime } from "../lib/format.ts";
import { t, useMessages } from "../lib/messages.ts";
import { Badge } from "../ui/badge.tsx";
import { Button } from "../ui/button.tsx";
import { Card } from "../ui/card.tsx";
import { ConfirmDialog } from "../ui/dialog.tsx";
import { ShowMore } from "../ui/pagination.tsx";
import { SkeletonRows } from "../ui/skeleton.tsx";
import { Loaded } from "../ui/states.tsx";
import { type Device, deviceOf } from "../lib/device.ts";
import { type AccountSession, useEndSessions, useSessions } from "./sessions.ts";

/** The sessions of the account. They can be ended one by one, or all but the current one. */
export function SessionsCard() {
  const { t } = useMessages();
  const sessions = useSessions();
  const [ending, setEnding] = useState<AccountSession | "others">();
  const others = sessions.data?.sessions.filter(({ is_current }) => !is_current) ?? [];
  return (
    <Card title={t("profile.sessions")} isFlush>
      <Loaded query={sessions} skeleton={<SkeletonRows isInset count={2} className="h-14" />}>
        {({ sessions: rows }) => <SessionRows sessions={rows} onEnd={setEnding} />}
      </Loaded>
      {others.length > 0 && (
        <div className="border-t border-line p-4">
          <Button kind="secondary" isWide onClick={() => setEnding("others")}>
            {t("profile.sign_out_everywhere")}
          </Button>
        </div>
      )}
      {ending !== undefined && (
        <EndDialog
          key={ending === "others" ? ending : ending.id}
          target={ending}
          other_count={others.length}
          onClose={() => setEnding(undefined)}
        />
      )}
    </Card>
  );
}

interface EndDialogProps {
  target: AccountSession | "others";
  other_count: number;
  onClose: () => void;
}

/** A component for each target, so that a late answer about one is not taken for another's. */
function EndDialog({ target, other_count, onClose }: EndDialogProps) {
  const { t } = useMessages();
  const { end, isPending } = useEndSessions(target, onClose);
  return (
    <ConfirmDialog
      isOpen
      isDangerous
      isBusy={isPending}
      title={target === "others" ? t("profile.sign_out_everywhere") : t("profile.sign_out_one")}
      confirm_label={t("profile.sign_out")}
      onConfirm={end}
      onClose={onClose}
    >
      {target === "others"
        ? t("profile.everywhere_asked", { count: other_count })
        : t("profile.one_asked", { device: deviceText(target) })}
    </ConfirmDialog>
  );
}

const INITIAL_COUNT = 5;

interface SessionRowsProps {
  sessions: readonly AccountSession[];
  onEnd: (session: AccountSession) => void;
}

/** The current session first, then the latest ones. The rest are shown on demand. */
function SessionRows({ sessions, onEnd }: SessionRowsProps) {
  const { t } = useMessages();
  const [isExpanded, setExpanded] = useState(false);
  const others = sessions.filter(({ is_current }) => !is_current);
  const sorted = [...sessions.filter(({ is_current }) => is_current), ...others];
  const shown = isExpanded ? sorted : sorted.slice(0, INITIAL_COUNT);
  return (
    <>
      <ul>
        {shown.map((session) => (
          <SessionRow key={session.id} session={session} onEnd={() => onEnd(session)} />
        ))}
      </ul>
      {shown.length < sessions.length && (
        <ShowMore
          label={t("profile.show_all", { count: sessions.length })}
          onShow={() => setExpanded(true)}
        />
      )}
    </>
  );
}

interface SessionRowProps {
  session: AccountSession;
  onEnd: () => void;
}

function SessionRow({ session, onEnd }: SessionRowProps) {
  const { t, language } = useMessages();
  const device = deviceText(session);
  const Icon = isPhone(deviceOf(session.user_agent)) ? Smartphone : Monitor;
  return (
    <li className="flex flex-wrap items-center gap-3 border-b border-line px-4 py-3 last:border-b-0">
      <Icon size={20} aria-hidden className="shrink-0 text-quiet" />
      <div className="min-w-0 flex-[1_1_50%]">
        <p className="font-semibold">{device}</p>
        <p className="text-12 text-quiet">
          {t("profile.last_seen", { time: formatDayTime(session.last_seen_at, language) })}
        </p>
        <p className="text-12 wrap-anywhere text-quiet">{session.address}</p>
      </div>
      {session.is_current ? (
        <Badge tone="good">{t("profile.this_device")}</Badge>
      ) : (
        <Button
          kind="secondary"
          className="ml-auto"
          aria-label={t("profile.sign_out_of", { device })}
          onClick={onEnd}
        >
          {t("profile.sign_out")}
        </Button>
      )}
    </li>
  );
}

function deviceText({ user_agent }: AccountSession): string {
  const { browser, system } = deviceOf(user_agent);
  if (browser === undefined || system === undefined) {
    return browser ?? system ?? t("profile.unknown_device");
  }
  return t("profile.device", { browser, system });
}

const isPhone = ({ system }: Device): boolean => system === "Android" || system === "iPhone";
