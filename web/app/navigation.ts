import { History, House, type LucideIcon, Shield, Target, Trophy, Wallet } from "lucide-react";
import type { MessageKey } from "../lib/messages.ts";

interface Place {
  path: string;
  label: MessageKey;
  icon: LucideIcon;
}

/** The five main screens of a player, in the side navigation and the bottom bar of phones. */
export const PLACES: readonly Place[] = [
  { path: "/app", label: "nav.home", icon: House },
  { path: "/app/play", label: "nav.play", icon: Target },
  { path: "/app/results", label: "nav.results", icon: Trophy },
  { path: "/app/history", label: "nav.history", icon: History },
  { path: "/app/wallet", label: "nav.wallet", icon: Wallet },
];

export const ADMIN_PLACE: Place = { path: "/app/admin", label: "nav.admin", icon: Shield };
