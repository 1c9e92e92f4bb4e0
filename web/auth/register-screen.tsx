import { useState } from "react";
import { useLocation } from "wouter";
import { LANGUAGES } from "../../contract/languages.ts";
import { MAX_NAME_LENGTH } from "../../contract/users/rules.ts";
import { fieldErrorsOf, sentenceOfFailure } from "../lib/api-error.ts";
import { isLanguage, LANGUAGE_NAMES, useMessages } from "../lib/messages.ts";
import { useCall } from "../lib/call.ts";
import { useChooseLanguage } from "../lib/session.ts";
import { toast } from "../lib/toast.ts";
import { Button } from "../ui/button.tsx";
import { CheckboxField, PasswordField, SelectField, TextField } from "../ui/field.tsx";
import { FormError } from "../ui/notice.tsx";
import { type FieldErrors, Form, textOf } from "../ui/form.tsx";
import { useLostAnswer } from "./api.ts";
import { AskLink, AuthPage } from "./auth-page.tsx";
import { registrationErrors } from "./checks.ts";

export function RegisterScreen() {
  const { t } = useMessages();
  const { errors, failure, isPending, submit } = useRegistration();
  return (
    <AuthPage
      title={t("auth.register_title")}
      lead={t("auth.register_lead")}
      after={
        <AskLink question={t("auth.have_account")} to="/login">
          {t("auth.login")}
        </AskLink>
      }
    >
      <Form onSubmit={submit} errors={errors}>
        <RegistrationFields errors={errors} />
        <FormError>{failure}</FormError>
        <Button type="submit" size="large" isBusy={isPending}>
          {isPending ? t("auth.registering") : t("auth.register")}
        </Button>
      </Form>
    </AuthPage>
  );
}

function RegistrationFields({ errors }: { errors: FieldErrors }) {
  const { t, language } = useMessages();
  const choose = useChooseLanguage();
  return (
    <>
      <TextField
        label={t("auth.full_name")}
        name="full_name"
        autoComplete="name"
        maxLength={MAX_NAME_LENGTH}
        error={errors["full_name"]}
      />
      <TextField
        label={t("auth.phone")}
        name="phone"
        type="tel"
        autoComplete="username"
        hint={t("auth.phone_hint")}
        error={errors["phone"]}
      />
      <TextField
        label={t("auth.email")}
        name="email"
        type="email"
        autoComplete="email"
        isOptional
        error={errors["email"]}
      />
      <PasswordField
        label={t("auth.password")}
        name="password"
        autoComplete="new-password"
        hint={t("auth.password_hint")}
        error={errors["password"]}
      />
      <PasswordField
        label={t("auth.confirm_password")}
        name="confirm_password"
        autoComplete="new-password"
        error={errors["confirm_password"]}
      />
      <SelectField
        label={t("auth.language")}
        name="language"
        value={language}
        onChange={({ target }) => {
          if (isLanguage(target.value)) void choose(target.value);
        }}
        options={LANGUAGES.map((value) => ({ value, label: LANGUAGE_NAMES[value] }))}
      />
      <CheckboxField label={t("auth.is_adult")} name="is_adult" error={errors["is_adult"]} />
    </>
  );
}

function useRegistration() {
  const { t, language } = useMessages();
  const [, navigate] = useLocation();
  const [errors, setErrors] = useState<FieldErrors>({});
  const lost = useLostAnswer("phone_taken");
  const register = useCall("POST /auth/register", {
    onError: () => undefined,
    onSuccess: () => toast.success(t("auth.registration_done")),
  });
  const submit = (data: FormData) => {
    const found = registrationErrors(data);
    setErrors(found);
    if (Object.keys(found).length > 0) return;
    const body = {
      full_name: textOf(data, "full_name").trim(),
      phone: textOf(data, "phone").trim(),
      email: textOf(data, "email").trim(),
      password: textOf(data, "password"),
      language,
      is_adult: true as const,
    };
    const onSuccess = () => navigate("/login", { state: { phone: body.phone } });
    const { phone, password } = body;
    const onError = (error: Error) =>
      lost.handle(error, { phone, password }, (shown) => setErrors(fieldErrorsOf(shown)));
    register.mutate({ body }, { onSuccess, onError });
  };
  const isPending = register.isPending || lost.isPending;
  const hasFormError = register.error !== null && !isPending && Object.keys(errors).length === 0;
  const failure = hasFormError
    ? sentenceOfFailure(register.error, "failure.registration")
    : undefined;
  return { errors, failure, isPending, submit };
}
