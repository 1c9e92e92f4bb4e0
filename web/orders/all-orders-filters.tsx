import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { parsePhone } from "../../contract/auth/rules.ts";
import { ORDER_STATUSES } from "../../contract/orders/rules.ts";
import { useDraft } from "../lib/draft.ts";
import { houseName } from "../lib/house-name.ts";
import { type MessageKey, useMessages } from "../lib/messages.ts";
import { apiQuery } from "../lib/query.ts";
import { Button } from "../ui/button.tsx";
import { SelectField, TextField } from "../ui/field.tsx";
import { Form } from "../ui/form.tsx";
import { NO_FILTER, type OrderFilter } from "./all-orders.ts";

interface AllOrdersFiltersProps {
  filter: OrderFilter;
  onChange: (filter: OrderFilter) => void;
}

/** The filters of the list. They apply on submit: a half-typed phone number sends no request. */
export function AllOrdersFilters({ filter, onChange }: AllOrdersFiltersProps) {
  const { t } = useMessages();
  const [draft, setDraft] = useDraft(filter);
  const [errors, setErrors] = useState<Record<string, MessageKey>>({});
  const edit = (choice: Partial<OrderFilter>) => setDraft({ ...draft, ...choice });
  const apply = (next: OrderFilter) => {
    const phone = next.phone.trim() === "" ? "" : parsePhone(next.phone);
    setErrors(phone === undefined ? { phone: "error.invalid_phone" } : {});
    if (phone === undefined) return;
    setDraft({ ...next, phone });
    onChange({ ...next, phone });
  };
  return (
    <div className="@container">
      <Form
        label={t("admin.order.filters")}
        onSubmit={() => apply(draft)}
        errors={errors}
        className="pairs mb-6 items-start lg:@2xl:grid-cols-4"
      >
        <HouseField house_id={draft.house_id} onChange={(house_id) => edit({ house_id })} />
        <StatusField status={draft.status} onChange={(status) => edit({ status })} />
        <TextField
          label={t("admin.order.date")}
          type="date"
          value={draft.date}
          onChange={({ target }) => edit({ date: target.value })}
        />
        <TextField
          label={t("admin.order.phone")}
          name="phone"
          type="tel"
          autoComplete="off"
          value={draft.phone}
          onChange={({ target }) => edit({ phone: target.value })}
          error={errors["phone"]}
        />
        <p className="col-span-full -mt-2 text-14 text-quiet">{t("admin.order.date_hint")}</p>
        <div className="col-span-full flex flex-wrap gap-3">
          <Button type="submit" className="max-sm:flex-1">
            {t("admin.order.apply")}
          </Button>
          <Button kind="secondary" onClick={() => apply(NO_FILTER)}>
            {t("admin.order.clear")}
          </Button>
        </div>
      </Form>
    </div>
  );
}

interface HouseFieldProps {
  house_id: number | undefined;
  onChange: (house_id: number | undefined) => void;
}

function HouseField({ house_id, onChange }: HouseFieldProps) {
  const { t, language } = useMessages();
  const houses = useQuery(apiQuery("GET /houses", { query: { is_active: "all" } }));
  const house_options = (houses.data ?? []).map((house) => ({
    value: String(house.id),
    label: houseName(house, language),
  }));
  const value = house_id === undefined ? "" : String(house_id);
  // Without this option the field would read "all houses" while the list is filtered.
  const unknown_option = {
    value,
    label: houses.data ? t("admin.result.unknown_house") : t("ui.loading"),
  };
  const isKnown = value === "" || house_options.some((option) => option.value === value);
  return (
    <SelectField
      label={t("admin.order.house")}
      value={value}
      onChange={({ target }) => onChange(Number(target.value) || undefined)}
      options={[
        { value: "", label: t("admin.order.all_houses") },
        ...(isKnown ? [] : [unknown_option]),
        ...house_options,
      ]}
    />
  );
}

interface StatusFieldProps {
  status: OrderFilter["status"];
  onChange: (status: OrderFilter["status"]) => void;
}

function StatusField({ status, onChange }: StatusFieldProps) {
  const { t } = useMessages();
  return (
    <SelectField
      label={t("admin.status")}
      value={status ?? ""}
      onChange={({ target }) => onChange(ORDER_STATUSES.find((name) => name === target.value))}
      options={[
        { value: "", label: t("admin.order.all_statuses") },
        ...ORDER_STATUSES.map((value) => ({ value, label: t(`order_status.${value}`) })),
      ]}
    />
  );
}
