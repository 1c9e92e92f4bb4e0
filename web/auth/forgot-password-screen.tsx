import { useState } from "react";
import { useLocation } from "wouter";
import { parsePhone } from "../../contract/auth/rules.ts";
import { useCall } from "../lib/call.ts";
import { type MessageKey, useMessages } from "../lib/messages.ts";
import { Button } from "../ui/button.tsx";
import { TextField } from "../ui/field.tsx";
import { type FieldErrors, Form, textOf } from "../ui/form.tsx";
import { useArrival } from "./arrival.ts";
import { AskLink, AuthPage } from "./auth-page.tsx";

export function ForgotPasswordScreen() {
  const { t } = useMessages();
  const [, navigate] = useLocation();
  const arrival = useArrival();
  const [errors, setErrors] = useState<FieldErrors>({});
  const send = useCall("POST /auth/forgot-password", {
    onError: (error) => setErrors({ phone: error }),
  });
  const submit = (data: FormData) => {
    const phone = textOf(data, "phone").trim();
    const isPhone = parsePhone(phone) !== undefined;
    setErrors(isPhone ? {} : { phone: "error.invalid_phone" satisfies MessageKey });
    const onSuccess = () => navigate("/reset-password", { state: { phone } });
    if (isPhone) send.mutate({ body: { phone } }, { onSuccess });
  };
  return (
    <AuthPage
      title={t("auth.forgot_title")}
      lead={t("auth.forgot_lead")}
      after={
        <>
          <AskLink to="/reset-password">{t("auth.have_code")}</AskLink>
          <AskLink to="/login">{t("auth.back_to_login")}</AskLink>
        </>
      }
    >
      <Form onSubmit={submit} errors={errors}>
        <TextField
          label={t("auth.phone")}
          name="phone"
          type="tel"
          autoComplete="username"
          defaultValue={arrival.phone}
          hint={t("auth.phone_hint")}
          error={errors["phone"]}
        />
        <Button type="submit" size="large" isBusy={send.isPending}>
          {send.isPending ? t("auth.sending_code") : t("auth.send_code")}
        </Button>
      </Form>
    </AuthPage>
  );
}
