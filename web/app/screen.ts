import { type ComponentType, lazy, type LazyExoticComponent } from "react";
import { needMessages } from "../lib/messages.ts";
import type { MessagePart } from "../lib/message-parts.ts";
import { noteStarted, startAnewOrThrow } from "../lib/start-anew.ts";

/** A component in a file of its own, fetched with its messages when it is first needed. */
export interface Screen<Props = object> {
  View: LazyExoticComponent<ComponentType<Props>>;
  /** Fetches it before it is shown. A failure is told when it is shown, not before. */
  preload: () => Promise<void>;
}

/** `screen(() => import("../orders/play-screen.tsx"), "PlayScreen", "play")`. */
export function screen<Name extends string, Props = object>(
  load: () => Promise<Record<Name, ComponentType<Props>>>,
  name: Name,
  part: MessagePart = "core",
): Screen<Props> {
  const fetch = async () => {
    const [module] = await Promise.all([load(), needMessages(part)]);
    return { default: module[name] };
  };
  const preload = () =>
    fetch().then(
      () => undefined,
      () => undefined,
    );
  const show = () => fetch().then(noted, startAnewOrThrow);
  return { View: lazy(show), preload };
}

function noted<T>(loaded: T): T {
  noteStarted();
  return loaded;
}
