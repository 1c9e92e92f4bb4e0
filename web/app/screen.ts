import { type ComponentType, createElement, use } from "react";
import { loadMessages } from "../lib/messages.ts";
import type { MessagePart } from "../lib/message-parts.ts";
import { noteStarted, reloadOrThrow } from "../lib/start-anew.ts";

/** A lazily loaded component, fetched with its messages when it is first needed. */
export interface Screen<Props extends object = object> {
  View: ComponentType<Props>;
  /** Loads it before it is shown. A failure surfaces only when it is shown. */
  preload: () => Promise<void>;
}

/** `screen(() => import("../orders/play-screen.tsx"), "PlayScreen", "play")`. */
export function screen<Name extends string, Props extends object = object>(
  load: () => Promise<Record<Name, ComponentType<Props>>>,
  name: Name,
  part: MessagePart = "core",
): Screen<Props> {
  let ready: ComponentType<Props> | undefined;
  const fetch = async (): Promise<ComponentType<Props>> => {
    const [module] = await Promise.all([load(), loadMessages(part)]);
    noteStarted(name);
    return (ready = module[name]);
  };
  const preload = () =>
    fetch().then(
      () => undefined,
      () => undefined,
    );
  let coming: Promise<ComponentType<Props>> | undefined;
  const show = async () => {
    try {
      return await fetch().catch((failure) => reloadOrThrow(name, failure));
    } catch (failure) {
      renewals.add(() => {
        coming = undefined;
      });
      throw failure;
    }
  };
  // A loaded component is rendered without Suspense, whose fallback React keeps for 300 ms. A
  // failed promise is kept until fetchAnew: a new one for each render would render for ever.
  const View = (props: Props) => createElement(ready ?? use((coming ??= show())), props);
  return { View, preload };
}

/** Screens that failed to load are fetched again when they are next shown. */
export function fetchAnew(): void {
  for (const renew of renewals) renew();
  renewals.clear();
}

const renewals = new Set<() => void>();
