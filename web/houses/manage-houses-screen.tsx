import { Plus } from "lucide-react";
import { useState } from "react";
import { useMessages } from "../lib/messages.ts";
import { Button } from "../ui/button.tsx";
import { ConfirmDialog } from "../ui/dialog.tsx";
import { PageHeader } from "../ui/page-header.tsx";
import { RefreshFailure } from "../ui/refresh-failure.tsx";
import { SkeletonRows } from "../ui/skeleton.tsx";
import { EmptyState, Loaded } from "../ui/states.tsx";
import { HouseForm } from "./house-form.tsx";
import { houseName } from "../lib/house-name.ts";
import { HouseTable } from "./house-table.tsx";
import { type House, useAllHouses, useDeleteHouse, useSwitchHouse } from "./managed-houses.ts";

type OpenDialog = { action: "add" } | { action: "edit" | "switch" | "delete"; house: House };

/** Admins add, edit, deactivate and delete houses here. */
export function ManageHousesScreen() {
  const { t } = useMessages();
  const houses = useAllHouses();
  const [dialog, setDialog] = useState<OpenDialog>();
  return (
    <>
      <PageHeader
        title={t("admin.house.title")}
        lead={t("admin.house.lead")}
        action={<AddButton onClick={() => setDialog({ action: "add" })} />}
      />
      <RefreshFailure query={houses} />
      <Loaded
        query={houses}
        error_title={t("failure.houses")}
        skeleton={<SkeletonRows className="h-40 w-full md:h-16" />}
      >
        {(all) => (
          <div className="surface">
            {all.length === 0 ? (
              <EmptyState
                title={t("admin.house.none")}
                action={<AddButton onClick={() => setDialog({ action: "add" })} />}
              >
                {t("admin.house.none_hint")}
              </EmptyState>
            ) : (
              <HouseTable
                houses={all}
                onEdit={(house) => setDialog({ action: "edit", house })}
                onSwitch={(house) => setDialog({ action: "switch", house })}
                onDelete={(house) => setDialog({ action: "delete", house })}
              />
            )}
          </div>
        )}
      </Loaded>
      <HouseDialogs dialog={dialog} onClose={() => setDialog(undefined)} />
    </>
  );
}

function AddButton({ onClick }: { onClick: () => void }) {
  const { t } = useMessages();
  return (
    <Button icon={<Plus size={18} aria-hidden />} onClick={onClick}>
      {t("admin.house.add")}
    </Button>
  );
}

interface HouseDialogsProps {
  dialog: OpenDialog | undefined;
  onClose: () => void;
}

function HouseDialogs({ dialog, onClose }: HouseDialogsProps) {
  switch (dialog?.action) {
    case undefined:
      return null;
    case "add":
      return <HouseForm house={undefined} onClose={onClose} />;
    case "edit":
      return <HouseForm key={dialog.house.id} house={dialog.house} onClose={onClose} />;
    case "switch":
      return <SwitchDialog key={dialog.house.id} house={dialog.house} onClose={onClose} />;
    case "delete":
      return <DeleteDialog key={dialog.house.id} house={dialog.house} onClose={onClose} />;
  }
}

interface HouseDialogProps {
  house: House;
  onClose: () => void;
}

function SwitchDialog({ house, onClose }: HouseDialogProps) {
  const { t, language } = useMessages();
  const { switchHouse, isBusy } = useSwitchHouse(house, onClose);
  const action = house.is_active ? "deactivate" : "activate";
  return (
    <ConfirmDialog
      isOpen
      title={t(`admin.house.${action}_title`, { name: houseName(house, language) })}
      confirm_label={t(`admin.${action}`)}
      onConfirm={switchHouse}
      onClose={onClose}
      isBusy={isBusy}
      isDangerous={house.is_active}
    >
      <p>{t(`admin.house.${action}_text`)}</p>
    </ConfirmDialog>
  );
}

/** The server refuses to delete a house with orders; its error message says what to do instead. */
function DeleteDialog({ house, onClose }: HouseDialogProps) {
  const { t, language } = useMessages();
  const { deleteHouse, isBusy } = useDeleteHouse(house, onClose);
  return (
    <ConfirmDialog
      isOpen
      title={t("admin.house.delete_title", { name: houseName(house, language) })}
      confirm_label={t("admin.house.delete")}
      onConfirm={deleteHouse}
      onClose={onClose}
      isBusy={isBusy}
      isDangerous
    >
      <p>{t("admin.house.delete_text")}</p>
    </ConfirmDialog>
  );
}
