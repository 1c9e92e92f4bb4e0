import { useState } from "react";
import {
  DEFAULT_MAX_PLAY,
  DEFAULT_MIN_PLAY,
  LARGEST_MAX_PLAY,
  MAX_HOUSE_NAME_LENGTH,
  MAX_LOCATION_LENGTH,
  MAX_TIME_LENGTH,
} from "../../contract/houses/rules.ts";
import { houseName } from "../lib/house-name.ts";
import { LANGUAGE_NAMES, localeOf, useMessages } from "../lib/messages.ts";
import { CheckboxField, NumberField, TextField } from "../ui/field.tsx";
import type { FieldErrors } from "../ui/form.tsx";
import { FormDialog } from "../ui/form-dialog.tsx";
import { NAME_LANGUAGES, readHouse } from "./house-form-data.ts";
import { type House, useSaveHouse } from "./managed-houses.ts";

interface HouseFormProps {
  /** The house to edit; undefined to add a new one. */
  house: House | undefined;
  onClose: () => void;
}

export function HouseForm({ house, onClose }: HouseFormProps) {
  const { t, language } = useMessages();
  const [errors, setErrors] = useState<FieldErrors>({});
  const { save, isBusy } = useSaveHouse(house, { onDone: onClose, onRefused: setErrors });
  const submit = (data: FormData) => {
    const read = readHouse(data);
    const invalid = "errors" in read ? Object.entries(read.errors) : [];
    const max = LARGEST_MAX_PLAY;
    setErrors(Object.fromEntries(invalid.map(([name, key]) => [name, t(key, { max })])));
    if ("house" in read) save(read.house);
  };
  return (
    <FormDialog
      isOpen
      size="large"
      title={
        house
          ? t("admin.house.edit_title", { name: houseName(house, language) })
          : t("admin.house.add_title")
      }
      confirm_label={isBusy ? t("admin.saving") : t("admin.save")}
      onSubmit={submit}
      onClose={onClose}
      isBusy={isBusy}
      errors={errors}
    >
      <NameFields house={house} errors={errors} />
      <TimeFields house={house} errors={errors} />
      <LimitFields house={house} errors={errors} />
      <CheckboxField
        label={t("admin.house.is_active")}
        name="is_active"
        defaultChecked={house?.is_active ?? true}
      />
      <TranslationFields house={house} />
    </FormDialog>
  );
}

interface FieldsProps {
  house: House | undefined;
  errors: FieldErrors;
}

function NameFields({ house, errors }: FieldsProps) {
  const { t } = useMessages();
  return (
    <div className={PAIR}>
      <TextField
        label={t("admin.house.name")}
        name="name"
        lang="en"
        defaultValue={house?.name}
        maxLength={MAX_HOUSE_NAME_LENGTH}
        error={errors["name"]}
      />
      <TextField
        label={t("admin.house.location")}
        name="location"
        defaultValue={house?.location}
        maxLength={MAX_LOCATION_LENGTH}
        error={errors["location"]}
      />
    </div>
  );
}

function TimeFields({ house, errors }: FieldsProps) {
  const { t } = useMessages();
  return (
    <div className="grid gap-2">
      <div className={PAIR}>
        {TIMES.map((name) => (
          <TextField
            key={name}
            label={t(`admin.house.${name}`)}
            name={name}
            defaultValue={house?.[name]}
            hint={t("admin.house.time_hint")}
            autoComplete="off"
            maxLength={MAX_TIME_LENGTH}
            error={errors[name]}
          />
        ))}
      </div>
      {house && <p className="text-14 text-quiet">{t("admin.house.times_note")}</p>}
    </div>
  );
}

function LimitFields({ house, errors }: FieldsProps) {
  const { t } = useMessages();
  return (
    <div className={PAIR}>
      <NumberField
        label={t("admin.house.min_play")}
        name="min_play"
        prefix="₹"
        inputMode="numeric"
        defaultValue={house?.min_play ?? DEFAULT_MIN_PLAY}
        error={errors["min_play"]}
      />
      <NumberField
        label={t("admin.house.max_play")}
        name="max_play"
        prefix="₹"
        inputMode="numeric"
        defaultValue={house?.max_play ?? DEFAULT_MAX_PLAY}
        error={errors["max_play"]}
      />
    </div>
  );
}

function TranslationFields({ house }: { house: House | undefined }) {
  const { t } = useMessages();
  return (
    <fieldset className="grid min-w-0 gap-4 border-t border-line pt-4">
      <legend className="float-left mb-1 font-semibold">{t("admin.house.translations")}</legend>
      <p className="-mt-3 text-14 text-quiet">{t("admin.house.translations_hint")}</p>
      <div className={PAIR}>
        {NAME_LANGUAGES.map((language) => (
          <TextField
            key={language}
            label={LANGUAGE_NAMES[language]}
            name={`name_${language}`}
            lang={localeOf(language)}
            defaultValue={house?.name_translations[language] ?? ""}
            maxLength={MAX_HOUSE_NAME_LENGTH}
          />
        ))}
      </div>
    </fieldset>
  );
}

const TIMES = ["first_round_time", "second_round_time"] as const;
const PAIR = "grid content-start items-start gap-4 sm:grid-cols-2";
