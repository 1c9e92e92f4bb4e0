import { Component, type ReactNode } from "react";
import { t } from "../lib/messages.ts";
import { Button } from "../ui/button.tsx";
import { EmptyState } from "../ui/states.tsx";

interface Props {
  children: ReactNode;
}

interface State {
  hasFailed: boolean;
}

/**
 * What stands in place of a screen that threw, or whose code could not be fetched because a
 * newer version has been installed since; a reload helps in both cases.
 */
export class ErrorBoundary extends Component<Props, State> {
  override state: State = { hasFailed: false };

  static getDerivedStateFromError(): State {
    return { hasFailed: true };
  }

  override render(): ReactNode {
    if (!this.state.hasFailed) return this.props.children;
    return (
      <div role="alert" className="grid min-h-[60dvh] place-items-center">
        <EmptyState
          title={t("ui.crashed_title")}
          action={<Button onClick={() => location.reload()}>{t("ui.reload")}</Button>}
        >
          {t("ui.crashed")}
        </EmptyState>
      </div>
    );
  }
}
