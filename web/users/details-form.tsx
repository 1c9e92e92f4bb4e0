import { useState } from "react";
import { LANGUAGES } from "../../contract/languages.ts";
import { MAX_EMAIL_LENGTH, MAX_NAME_LENGTH } from "../../contract/users/rules.ts";
import { fieldErrorsOf, sentenceOfFailure } from "../lib/api-error.ts";
import {
  getLanguage,
  isLanguage,
  LANGUAGE_NAMES,
  setLanguage,
  t,
  useMessages,
} from "../lib/messages.ts";
import { useCall } from "../lib/call.ts";
import { useShowUser, useUser } from "../lib/session.ts";
import { toast } from "../lib/toast.ts";
import { Button } from "../ui/button.tsx";
import { Card } from "../ui/card.tsx";
import { SelectField, TextField } from "../ui/field.tsx";
import { type FieldErrors, Form, textOf } from "../ui/form.tsx";
import { profileErrors } from "./checks.ts";

/** The form of name, email and language. Saving it switches the interface to that language. */
export function DetailsForm() {
  const { t, language } = useMessages();
  const user = useUser();
  const { errors, isPending, submit } = useDetails();
  return (
    <Card title={t("profile.details")}>
      <Form label={t("profile.details")} onSubmit={submit} errors={errors}>
        <TextField
          label={t("profile.full_name")}
          name="full_name"
          autoComplete="name"
          maxLength={MAX_NAME_LENGTH}
          defaultValue={user.full_name}
          error={errors["full_name"]}
        />
        <TextField
          label={t("profile.email")}
          name="email"
          type="email"
          autoComplete="email"
          maxLength={MAX_EMAIL_LENGTH}
          isOptional
          defaultValue={user.email ?? ""}
          error={errors["email"]}
        />
        <SelectField
          // Remounted when the current language changes, so that it shows that language.
          key={language}
          label={t("profile.language")}
          name="language"
          defaultValue={language}
          options={LANGUAGES.map((value) => ({ value, label: LANGUAGE_NAMES[value] }))}
        />
        <Button type="submit" isBusy={isPending}>
          {isPending ? t("profile.saving") : t("profile.save")}
        </Button>
      </Form>
    </Card>
  );
}

function useDetails() {
  const showUser = useShowUser();
  const [errors, setErrors] = useState<FieldErrors>({});
  const save = useCall("PUT /users/profile", {
    onSuccess: async (user) => {
      showUser(user);
      if (user.language !== getLanguage()) {
        await setLanguage(user.language).catch((error: unknown) =>
          toast.failure(sentenceOfFailure(error)),
        );
      }
      // Shown after the switch, so that it is in the new language.
      toast.success(t("profile.saved"));
    },
    onError: (error) => {
      setErrors(fieldErrorsOf(error));
      toast.failure(sentenceOfFailure(error));
    },
  });
  const submit = (data: FormData) => {
    const found = profileErrors(data);
    setErrors(found);
    if (Object.keys(found).length > 0 || save.isPending) return;
    const language = textOf(data, "language");
    save.mutate({
      body: {
        full_name: textOf(data, "full_name").trim(),
        email: textOf(data, "email").trim(),
        ...(isLanguage(language) ? { language } : {}),
      },
    });
  };
  return { errors, isPending: save.isPending, submit };
}
