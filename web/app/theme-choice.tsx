import { useState } from "react";
import { useMessages } from "../lib/messages.ts";
import { getTheme, setTheme, type Theme, THEMES } from "../lib/theme.ts";
import { Segmented } from "../ui/segmented.tsx";

/** Light, dark, or the setting of the device. */
export function ThemeChoice() {
  const { t } = useMessages();
  const [theme, show] = useState(getTheme);
  const choose = (next: Theme) => {
    setTheme(next);
    show(next);
  };
  return (
    <Segmented
      label={t("shell.theme")}
      value={theme}
      onChange={choose}
      options={THEMES.map((value) => ({ value, label: t(`shell.theme_${value}`) }))}
    />
  );
}
