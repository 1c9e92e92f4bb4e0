import { useQueryClient } from "@tanstack/react-query";
import { Fragment, useState } from "react";
import { ApiError, fieldErrorsOf, sentenceOfFailure } from "../lib/api-error.ts";
import { useMessages } from "../lib/messages.ts";
import { useCall } from "../lib/call.ts";
import { isOutcomeUnknown, refresh } from "../lib/query.ts";
import { toast } from "../lib/toast.ts";
import { Button } from "../ui/button.tsx";
import { Card } from "../ui/card.tsx";
import { PasswordField } from "../ui/field.tsx";
import { type FieldErrors, Form, textOf } from "../ui/form.tsx";
import { passwordErrors } from "./checks.ts";

/** The form that changes the password. A change empties its fields. */
export function PasswordForm() {
  const { t } = useMessages();
  const { errors, isPending, submit, changes } = usePasswordChange();
  return (
    <Card title={t("profile.security")}>
      <Form label={t("profile.security")} onSubmit={submit} errors={errors}>
        <Fragment key={changes}>
          <PasswordField
            label={t("profile.old_password")}
            name="old_password"
            autoComplete="current-password"
            error={errors["old_password"]}
          />
          <PasswordField
            label={t("profile.new_password")}
            name="new_password"
            autoComplete="new-password"
            hint={t("profile.password_hint")}
            error={errors["new_password"]}
          />
          <PasswordField
            label={t("profile.confirm_password")}
            name="confirm_password"
            autoComplete="new-password"
            error={errors["confirm_password"]}
          />
        </Fragment>
        <p className="text-14 text-quiet">{t("profile.password_ends_sessions")}</p>
        <Button type="submit" isBusy={isPending}>
          {isPending ? t("profile.saving") : t("profile.change_password")}
        </Button>
      </Form>
    </Card>
  );
}

function usePasswordChange() {
  const { t } = useMessages();
  const client = useQueryClient();
  const [errors, setErrors] = useState<FieldErrors>({});
  const [changes, setChanges] = useState(0);
  const [isLost, setLost] = useState(false);
  const [sent, setSent] = useState("");
  const onSuccess = () => {
    toast.success(t("profile.password_changed"));
    setChanges(changes + 1);
    setLost(false);
    void refresh(client, "GET /users/sessions");
  };
  const showError = (error: Error) => {
    setErrors(fieldErrorsOf(error));
    toast.failure(sentenceOfFailure(error));
  };
  const again = useCall("POST /users/change-password", { onSuccess, onError: showError });
  const change = useCall("POST /users/change-password", {
    onSuccess,
    onError: (error) => {
      if (isOutcomeUnknown(error)) setLost(true);
      const mayBeDone = isLost && error instanceof ApiError && error.code === "wrong_password";
      if (!mayBeDone) return showError(error);
      // The first press may have set the new password, which is the current one then.
      return again.mutate({ body: { old_password: sent, new_password: sent } });
    },
  });
  const isPending = change.isPending || again.isPending;
  const submit = (data: FormData) => {
    const found = passwordErrors(data);
    setErrors(found);
    if (Object.keys(found).length > 0 || isPending) return;
    const new_password = textOf(data, "new_password");
    setSent(new_password);
    change.mutate({ body: { old_password: textOf(data, "old_password"), new_password } });
  };
  return { errors, isPending, submit, changes };
}
