import { useState } from "react";
import { useLocation } from "wouter";
import { fieldErrorsOf, sentenceOfFailure } from "../lib/api-error.ts";
import { useCall } from "../lib/call.ts";
import { useMessages } from "../lib/messages.ts";
import { toast } from "../lib/toast.ts";
import { Button } from "../ui/button.tsx";
import { PasswordField, TextField } from "../ui/field.tsx";
import { FormError } from "../ui/notice.tsx";
import { type FieldErrors, Form, textOf } from "../ui/form.tsx";
import { useLostAnswer } from "./api.ts";
import { useArrival } from "./arrival.ts";
import { AskLink, AuthPage } from "./auth-page.tsx";
import { resetErrors } from "./checks.ts";

export function ResetPasswordScreen() {
  const { t } = useMessages();
  const [, navigate] = useLocation();
  const { phone } = useArrival();
  const [errors, setErrors] = useState<FieldErrors>({});
  const lost = useLostAnswer("invalid_code");
  const reset = useCall("POST /auth/reset-password", {
    onError: () => undefined,
    onSuccess: () => toast.success(t("auth.reset_done")),
  });
  const submit = (data: FormData) => {
    const found = resetErrors(data);
    setErrors(found);
    if (Object.keys(found).length > 0) return;
    const body = {
      phone: textOf(data, "phone").trim(),
      code: textOf(data, "code").replace(/\s/g, ""),
      new_password: textOf(data, "new_password"),
    };
    const onSuccess = () => navigate("/login", { state: { phone: body.phone } });
    const { phone, new_password: password } = body;
    const onError = (error: Error) =>
      lost.handle(error, { phone, password }, (shown) => setErrors(fieldErrorsOf(shown)));
    reset.mutate({ body }, { onSuccess, onError });
  };
  const isPending = reset.isPending || lost.isPending;
  const hasFormError = reset.error !== null && !isPending && Object.keys(errors).length === 0;
  return (
    <AuthPage
      title={t("auth.reset_title")}
      lead={t("auth.reset_lead")}
      after={
        <>
          <AskLink to="/forgot-password" state={{ phone }}>
            {t("auth.new_code")}
          </AskLink>
          <AskLink to="/login">{t("auth.back_to_login")}</AskLink>
        </>
      }
    >
      <Form onSubmit={submit} errors={errors}>
        <ResetFields errors={errors} phone={phone} />
        <FormError>{hasFormError ? sentenceOfFailure(reset.error) : undefined}</FormError>
        <Button type="submit" size="large" isBusy={isPending}>
          {isPending ? t("auth.setting_password") : t("auth.set_password")}
        </Button>
      </Form>
    </AuthPage>
  );
}

function ResetFields({ errors, phone }: { errors: FieldErrors; phone: string }) {
  const { t } = useMessages();
  return (
    <>
      <TextField
        label={t("auth.phone")}
        name="phone"
        type="tel"
        autoComplete="username"
        defaultValue={phone}
        error={errors["phone"]}
      />
      <TextField
        label={t("auth.code")}
        name="code"
        inputMode="numeric"
        autoComplete="one-time-code"
        maxLength={20}
        error={errors["code"]}
      />
      <PasswordField
        label={t("auth.new_password")}
        name="new_password"
        autoComplete="new-password"
        hint={t("auth.password_hint")}
        error={errors["new_password"]}
      />
      <PasswordField
        label={t("auth.confirm_password")}
        name="confirm_password"
        autoComplete="new-password"
        error={errors["confirm_password"]}
      />
    </>
  );
}
