import { type ComponentType, createElement, use } from "react";
import { needMessages } from "../lib/messages.ts";
import type { MessagePart } from "../lib/message-parts.ts";
import { noteStarted, startAnewOrThrow } from "../lib/start-anew.ts";

/** A component in a file of its own, fetched with its messages when it is first needed. */
export interface Screen<Props extends object = object> {
  View: ComponentType<Props>;
  /** Fetches it before it is shown. A failure is told when it is shown, not before. */
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
    const [module] = await Promise.all([load(), needMessages(part)]);
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
      return await fetch().catch((failure) => startAnewOrThrow(name, failure));
    } catch (failure) {
      renewals.add(() => {
        coming = undefined;
      });
      throw failure;
    }
  };
  // What is here is drawn at once: whatever stands in its place, React leaves for 300 ms. A failure
  // too stays until it is asked for anew: React draws again as long as things change.
  const View = (props: Props) => createElement(ready ?? use((coming ??= show())), props);
  return { View, preload };
}

/** Screens that could not be had are asked for again when they are next shown. */
export function fetchAnew(): void {
  for (const renew of renewals) renew();
  renewals.clear();
}

const renewals = new Set<() => void>();
