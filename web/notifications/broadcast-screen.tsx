import { BROADCAST_TARGETS, MAX_BROADCAST } from "../../contract/notifications/rules.ts";
import { useMessages } from "../lib/messages.ts";
import { ActionBar } from "../ui/action-bar.tsx";
import { Button } from "../ui/button.tsx";
import { Card } from "../ui/card.tsx";
import { ChoiceCards } from "../ui/choice-cards.tsx";
import { TextAreaField } from "../ui/field.tsx";
import { FormError } from "../ui/notice.tsx";
import { Form } from "../ui/form.tsx";
import { PageHeader } from "../ui/page-header.tsx";
import { BroadcastConfirm } from "./broadcast-confirm.tsx";
import { useBroadcast } from "./broadcast.ts";

/** Sends a message to every account, or to every account of a role. */
export function BroadcastScreen() {
  const { t } = useMessages();
  const { draft, change, errors, failure, confirming, submit, close } = useBroadcast();
  return (
    <div className="mx-auto max-w-180">
      <PageHeader title={t("admin.message.title")} lead={t("admin.message.lead")} />
      <Form label={t("admin.message.title")} onSubmit={submit} errors={errors}>
        <Card>
          <div className="grid gap-4">
            <ChoiceCards
              label={t("admin.message.target")}
              choices={BROADCAST_TARGETS.map((value) => ({
                value,
                label: t(`admin.message.${value}`),
              }))}
              value={draft.target}
              onChange={(target) => change({ target })}
            />
            <TextAreaField
              label={t("admin.message.message")}
              name="message"
              rows={4}
              maxLength={MAX_BROADCAST}
              value={draft.message}
              onChange={(event) => change({ message: event.target.value })}
              hint={t("admin.message.left", { count: MAX_BROADCAST - draft.message.length })}
              error={errors["message"]}
            />
          </div>
        </Card>
        <FormError>{failure}</FormError>
        <ActionBar isStaticOnDesktop>
          <Button type="submit" size="large" isWide>
            {t("admin.message.send")}
          </Button>
        </ActionBar>
      </Form>
      {confirming && <BroadcastConfirm draft={confirming} onClose={close} />}
    </div>
  );
}
