import { Monitor, Smartphone } from "lucide-react";
import { useState } from "react";
import { formatDayTime } from "../lib/format.ts";
import { t, useMessages } from "../lib/messages.ts";
import { Badge } from "../ui/badge.tsx";
import { Button } from "../ui/button.tsx";
import { Card } from "../ui/card.tsx";
import { ConfirmDialog } from "../ui/dialog.tsx";
import { useHandsOnFocus } from "../ui/hands-on-focus.ts";
import { SkeletonRows } from "../ui/skeleton.tsx";
import { Loaded } from "../ui/states.tsx";
import { type Device, deviceOf } from "../lib/device.ts";
import { type AccountSession, useEndSessions, useSessions } from "./sessions.ts";

/** Where one is signed in, and the way to end it there. */
export function SessionsCard() {
  const { t } = useMessages();
  const sessions = useSessions();
  const [asked, setAsked] = useState<AccountSession | "others">();
  const { end, isPending } = useEndSessions(() => setAsked(undefined));
  const others = sessions.data?.sessions.filter(({ is_current }) => !is_current) ?? [];
  return (
    <Card title={t("profile.sessions")} isFlush>
      <Loaded query={sessions} skeleton={<SkeletonRows isInset count={2} className="h-14" />}>
        {({ sessions: rows }) => <SessionRows sessions={rows} onEnd={setAsked} />}
      </Loaded>
      {others.length > 0 && (
        <div className="border-t border-line p-4">
          <Button kind="secondary" isWide onClick={() => setAsked("others")}>
            {t("profile.sign_out_everywhere")}
          </Button>
        </div>
      )}
      <ConfirmDialog
        isOpen={asked !== undefined}
        isDangerous
        isBusy={isPending}
        title={asked === "others" ? t("profile.sign_out_everywhere") : t("profile.sign_out_one")}
        confirm_label={t("profile.sign_out")}
        onConfirm={() => end(asked)}
        onClose={() => setAsked(undefined)}
      >
        {asked === "others"
          ? t("profile.everywhere_asked", { count: others.length })
          : t("profile.one_asked", { device: asked ? deviceText(asked) : "" })}
      </ConfirmDialog>
    </Card>
  );
}

const SHOWN = 5;

interface SessionRowsProps {
  sessions: readonly AccountSession[];
  onEnd: (session: AccountSession) => void;
}

/** This one first, then the latest; the others on demand. */
function SessionRows({ sessions, onEnd }: SessionRowsProps) {
  const [isWhole, setWhole] = useState(false);
  const others = sessions.filter(({ is_current }) => !is_current);
  const sorted = [...sessions.filter(({ is_current }) => is_current), ...others];
  const shown = isWhole ? sorted : sorted.slice(0, SHOWN);
  return (
    <>
      <ul>
        {shown.map((session) => (
          <SessionRow key={session.id} session={session} onEnd={() => onEnd(session)} />
        ))}
      </ul>
      {shown.length < sessions.length && (
        <ShowAll count={sessions.length} onPress={() => setWhole(true)} />
      )}
    </>
  );
}

/** It goes away when it is pressed; the first of the others then has the focus. */
function ShowAll({ count, onPress }: { count: number; onPress: () => void }) {
  const { t } = useMessages();
  const box = useHandsOnFocus<HTMLDivElement>(firstOfOthers);
  return (
    <div ref={box} className="border-t border-line px-4 py-1">
      <Button kind="quiet" isWide onClick={onPress}>
        {t("profile.show_all", { count })}
      </Button>
    </div>
  );
}

function firstOfOthers({ previousElementSibling: list }: HTMLElement) {
  return () => list?.querySelectorAll("li")[SHOWN];
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
      <div className="min-w-0 flex-[1_1_5.5rem]">
        <p className="font-semibold">{device}</p>
        <p className="text-12 text-quiet">
          {t("profile.last_seen", { time: formatDayTime(session.last_seen_at, language) })}
        </p>
        <p className="text-12 wrap-anywhere text-quiet">{session.address}</p>
      </div>
      {session.is_current ? (
        <Badge tone="good">{t("profile.this_device")}</Badge>
      ) : (
        <Button kind="secondary" aria-label={t("profile.sign_out_of", { device })} onClick={onEnd}>
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
