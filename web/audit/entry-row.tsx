import { ArrowRight, ChevronDown } from "lucide-react";
import { Link } from "wouter";
import { searchOf } from "../lib/address.ts";
import { deviceOf } from "../lib/device.ts";
import { formatDayTimeToSecond } from "../lib/format.ts";
import { useMessages } from "../lib/messages.ts";
import { Fact, Facts } from "../ui/facts.tsx";
import { auditPath, type Entry } from "./audit.ts";
import { type Difference, differencesOf, factsOf } from "./differences.ts";
import {
  fieldName,
  isHidden,
  subjectNumber,
  subjectText,
  userNumber,
  userOf,
  valueText,
} from "./fact-text.ts";

/** One entry. On a wide screen the admin and the time are beside the change. */
export function EntryRow({ entry }: { entry: Entry }) {
  const { t } = useMessages();
  return (
    <li className="grid gap-x-6 gap-y-2 border-b border-line px-4 py-3 last:border-b-0 lg:@2xl:grid-cols-[14rem_minmax(0,1fr)]">
      <div className="min-w-0 lg:@2xl:col-start-2 lg:@2xl:row-start-1">
        <p className="flex flex-wrap items-baseline gap-x-2">
          <span className="font-semibold">{t(`admin.entry.actions.${entry.action}`)}</span>
          <span className="min-w-0 wrap-anywhere">{subjectText(entry)}</span>
          <span className="text-12 text-quiet">{subjectNumber(entry)}</span>
        </p>
        <Differences entry={entry} />
        <Details entry={entry} />
      </div>
      <WhoAndWhen entry={entry} />
    </li>
  );
}

function WhoAndWhen({ entry: { admin, created_at, address } }: { entry: Entry }) {
  const { t, language } = useMessages();
  return (
    <p className="flex flex-wrap content-start gap-x-3 text-12 text-quiet lg:@2xl:flex-col">
      <span className="text-14 font-semibold text-ink">
        {admin ? admin.full_name : t("admin.entry.operator")}
      </span>
      <time dateTime={created_at}>{formatDayTimeToSecond(created_at, language)}</time>
      {address !== null && <span className="wrap-anywhere">{address}</span>}
    </p>
  );
}

/** The changed fields. The fields of a new or deleted subject are only in the details. */
function Differences({ entry }: { entry: Entry }) {
  if (entry.before === null || entry.after === null) return null;
  const shown = differencesOf(entry).filter(({ name }) => !isHidden(name));
  if (shown.length === 0) return null;
  return (
    <dl className="mt-1 grid gap-1 text-14">
      {shown.map((one) => (
        <div key={one.name} className="flex flex-wrap items-baseline gap-x-2">
          <dt className="text-quiet">{fieldName(one.name)}</dt>
          <dd className="flex min-w-0 flex-wrap items-center gap-x-2">
            <ChangedValue difference={one} />
          </dd>
        </div>
      ))}
    </dl>
  );
}

function ChangedValue({ difference: { name, before, after } }: { difference: Difference }) {
  const { t } = useMessages();
  return (
    <>
      <del className="wrap-anywhere text-quiet">{valueText(name, before)}</del>
      <ArrowRight size={14} aria-hidden className="shrink-0 text-quiet" />
      <span className="sr-only">{t("admin.entry.became")}</span>
      <ins className="font-semibold wrap-anywhere no-underline">{valueText(name, after)}</ins>
    </>
  );
}

/** All fields of the subject, the device of the admin, and links to related entries. */
function Details({ entry }: { entry: Entry }) {
  const { t } = useMessages();
  const { browser, system } = deviceOf(entry.user_agent);
  const device = [browser, system].filter(Boolean).join(", ") || entry.user_agent;
  const fields = Object.entries(factsOf(entry)).filter(([name]) => !isHidden(name));
  return (
    <details className="group text-14">
      <summary className="-mb-2 flex min-h-11 w-fit cursor-pointer items-center gap-1 font-semibold text-pine">
        {t("admin.entry.details")}
        <ChevronDown size={16} aria-hidden className="transition-transform group-open:rotate-180" />
      </summary>
      <div className="grid gap-3 pt-2 pb-1">
        <Facts columns="pairs md:@md:grid-cols-3">
          {fields.map(([name, value]) => (
            <Fact key={name} label={fieldName(name)} isWide={name === "message"}>
              <span className="whitespace-pre-line">{valueText(name, value)}</span>
            </Fact>
          ))}
          {device !== null && <Fact label={t("admin.entry.browser")}>{device}</Fact>}
        </Facts>
        <RelatedLinks entry={entry} />
      </div>
    </details>
  );
}

function RelatedLinks({ entry }: { entry: Entry }) {
  const { t } = useMessages();
  const { admin, subject_kind, subject_id } = entry;
  const of_subject = { kind: subject_kind, subject_id, admin_id: undefined };
  const user_id = userOf(entry);
  return (
    <p className="flex flex-wrap gap-x-6 font-semibold text-pine">
      <Link to={auditPath(of_subject)} className="inline-flex min-h-11 items-center">
        {t("admin.entry.of_subject")}
      </Link>
      {user_id !== undefined && (
        <Link
          to={`/app/admin/users?${searchOf({ search: userNumber(user_id) })}`}
          className="inline-flex min-h-11 items-center"
        >
          {t("admin.entry.show_user")}
        </Link>
      )}
      {admin && (
        <Link
          to={auditPath({ kind: "all", subject_id: undefined, admin_id: admin.id })}
          className="inline-flex min-h-11 items-center"
        >
          {t("admin.entry.by_admin", { name: admin.full_name })}
        </Link>
      )}
    </p>
  );
}
