import { Component, type ReactNode } from "react";
import { ApiError } from "../lib/api-error.ts";
import { t } from "../lib/messages.ts";
import { Button } from "../ui/button.tsx";
import { EmptyState, ErrorState } from "../ui/states.tsx";
import { fetchAnew } from "./screen.ts";

interface Props {
  children: ReactNode;
}

interface State {
  failure: unknown;
}

/**
 * Replaces a screen that threw, or whose code failed to load. After a network failure it retries,
 * automatically once the connection is back; otherwise it offers a reload.
 */
export class ErrorBoundary extends Component<Props, State> {
  override state: State = { failure: undefined };

  static getDerivedStateFromError(failure: unknown): State {
    return { failure };
  }

  override componentDidMount(): void {
    for (const event of RETRY_EVENTS) window.addEventListener(event, this.#retry);
  }

  override componentWillUnmount(): void {
    for (const event of RETRY_EVENTS) window.removeEventListener(event, this.#retry);
  }

  override render(): ReactNode {
    const { failure } = this.state;
    if (failure === undefined) return this.props.children;
    return (
      <div className="grid min-h-[60dvh] place-items-center">
        {isOfNetwork(failure) ? (
          <ErrorState error={failure} onRetry={this.#retry} />
        ) : (
          <div role="alert">
            <EmptyState
              title={t("ui.crashed_title")}
              action={<Button onClick={() => location.reload()}>{t("ui.reload")}</Button>}
            >
              {t("ui.crashed")}
            </EmptyState>
          </div>
        )}
      </div>
    );
  }

  readonly #retry = (): void => {
    if (!isOfNetwork(this.state.failure)) return;
    fetchAnew();
    this.setState({ failure: undefined });
  };
}

/** Events after which a retry may succeed: the connection is back, or the user goes back. */
const RETRY_EVENTS = ["online", "popstate"];

const isOfNetwork = (failure: unknown): boolean =>
  failure instanceof ApiError && failure.code === "network";
