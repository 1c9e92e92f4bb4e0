import { Redirect } from "wouter";
import { useSession } from "../../lib/session.ts";
import { PublicHeader } from "../public-header.tsx";
import { RulesScreen } from "./rules-screen.tsx";

/** The rules for visitors, to read before they register. */
export function PublicRulesScreen() {
  if (useSession().state === "signed-in") return <Redirect to="/app/rules" replace />;
  return (
    <>
      <PublicHeader />
      <main className="column flex-1 px-4 py-4 lg:px-8 lg:py-8">
        <RulesScreen />
      </main>
    </>
  );
}
