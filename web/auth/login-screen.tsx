import { useState } from "react";
import { Redirect } from "wouter";
import { sentenceOfFailure } from "../lib/api-error.ts";
import { useMessages } from "../lib/messages.ts";
import { useSession } from "../lib/session.ts";
import { toast } from "../lib/toast.ts";
import { Button } from "../ui/button.tsx";
import { PasswordField, TextField } from "../ui/field.tsx";
import { FormError } from "../ui/notice.tsx";
import { Form, textOf } from "../ui/form.tsx";
import { useLogin } from "./api.ts";
import { useArrival } from "./arrival.ts";
import { AskLink, AuthPage } from "./auth-page.tsx";

export function LoginScreen() {
  const { t } = useMessages();
  const { from, phone } = useArrival();
  const [isUnfilled, setUnfilled] = useState(false);
  // The redirect below navigates. A user who has left this page meanwhile stays where they are.
  const login = useLogin(() => toast.success(t("auth.login_done")));
  const submit = (data: FormData) => {
    const body = { phone: textOf(data, "phone").trim(), password: textOf(data, "password") };
    const isFilled = body.phone !== "" && body.password !== "";
    setUnfilled(!isFilled);
    if (isFilled) login.mutate({ body });
  };
  const failure = login.error ? sentenceOfFailure(login.error, "failure.login") : undefined;
  if (useSession().state === "signed-in" && !login.isPending) return <Redirect to={from} replace />;
  return (
    <AuthPage
      title={t("auth.login_title")}
      lead={t("auth.login_lead")}
      after={
        <>
          <AskLink to="/forgot-password">{t("auth.forgot")}</AskLink>
          <AskLink question={t("auth.no_account")} to="/register">
            {t("auth.register")}
          </AskLink>
        </>
      }
    >
      <Form onSubmit={submit}>
        <TextField
          label={t("auth.phone")}
          name="phone"
          type="tel"
          autoComplete="username"
          defaultValue={phone}
        />
        <PasswordField label={t("auth.password")} name="password" autoComplete="current-password" />
        <FormError>{isUnfilled ? t("auth.fill_all") : failure}</FormError>
        <Button type="submit" size="large" isBusy={login.isPending}>
          {login.isPending ? t("auth.logging_in") : t("auth.login")}
        </Button>
      </Form>
    </AuthPage>
  );
}
