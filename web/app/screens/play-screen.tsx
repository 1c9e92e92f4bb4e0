import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { useSearchParams } from "wouter";
import { addDays } from "../../../contract/dates.ts";
import { houseName } from "../../lib/house-name.ts";
import type { ApiReply } from "../../lib/client.ts";
import { useToday } from "../../lib/clock.ts";
import { formatDay } from "../../lib/format.ts";
import { useMessages } from "../../lib/messages.ts";
import { apiQuery } from "../../lib/query.ts";
import { OrderForm } from "../../orders/order-form.tsx";
import { PageHeader } from "../../ui/page-header.tsx";
import { Segmented } from "../../ui/segmented.tsx";
import { EmptyState, Loaded } from "../../ui/states.tsx";
import { useAbout } from "../about.tsx";

type Houses = ApiReply<"GET /houses">;

/** Placing an order; `?house=&date=` select the house and the date. */
export function PlayScreen() {
  const { t } = useMessages();
  const houses = useQuery(apiQuery("GET /houses"));
  const [first] = houses.data ?? [];
  if (houses.data && first) return <Playing houses={houses.data} first={first} />;
  return (
    <>
      <PageHeader title={t("nav.play")} />
      <Loaded query={houses} error_title={t("failure.houses")}>
        {() => <EmptyState title={t("play.no_houses")}>{t("play.no_houses_hint")}</EmptyState>}
      </Loaded>
    </>
  );
}

function Playing({ houses, first }: { houses: Houses; first: Houses[number] }) {
  const { t, language } = useMessages();
  const [search, setSearch] = useSearchParams();
  const about = useAbout();
  const today = useToday();
  const house = useHouse(houses, first, search.get("house"));
  const go = (to: Record<string, string>) =>
    setSearch((old) => ({ ...Object.fromEntries(old), ...to }), { replace: true });
  if (today === undefined) {
    return (
      <>
        <PageHeader title={t("nav.play")} />
        <Loaded query={about}>{() => null}</Loaded>
      </>
    );
  }
  const tomorrow = addDays(today, 1);
  const day = search.get("date") === tomorrow ? tomorrow : today;
  return (
    <>
      <PageHeader
        title={t("nav.play")}
        lead={formatDay(day, language)}
        action={
          <Segmented
            label={t("play.date")}
            value={day}
            onChange={(date) => go({ date })}
            options={[
              { value: today, label: t("ui.today") },
              { value: tomorrow, label: t("ui.tomorrow") },
            ]}
          />
        }
      />
      <select
        aria-label={t("play.house")}
        value={house.id}
        onChange={({ target }) => go({ house: target.value })}
        className="control mb-2 font-semibold lg:max-w-140"
      >
        {(houses.includes(house) ? houses : [...houses, house]).map((one) => (
          <option key={one.id} value={one.id}>
            {houseName(one, language)}
          </option>
        ))}
      </select>
      <OrderForm
        key={`${house.id} ${day}`}
        house={house}
        house_name={houseName(house, language)}
        day={day}
        onTomorrow={day === today ? () => go({ date: tomorrow }) : undefined}
      />
    </>
  );
}

/**
 * The house of the address, or else the one last shown, initially the first. It stays selected when
 * it closes or is deactivated, so that nobody continues on another house without noticing.
 */
function useHouse(houses: Houses, first: Houses[number], named: string | null): Houses[number] {
  const [shown, setShown] = useState(first);
  const findHouse = (id: string | null) => houses.find((house) => String(house.id) === id);
  const house = findHouse(named) ?? findHouse(String(shown.id)) ?? shown;
  if (house !== shown) setShown(house);
  return house;
}
