import { connection } from "next/server";
import type { ReactNode } from "react";
import { AnsweredShell } from "@/app/answered-page";
import { requireSignIn } from "@/app/require-sign-in";
import { Shell } from "@/components/layout/shell";
import { SignedInPerson } from "@/components/layout/signed-in-person";
import { sessionContract } from "@/lib/contracts/people/session";
import { callHandler } from "@/lib/server/call";
import { readEnvironment } from "@/lib/server/environment/env";
import { getSession } from "@/lib/services/people/read-session";
import { hasClockSkew } from "@/lib/services/sources/clock-skew";

export default async function DashboardLayout({ children }: { readonly children: ReactNode }) {
  // Rendered per request, because scripts carry the nonce of the request.
  await connection();
  await requireSignIn();
  const { isDemo, sourceNotesPath } = readEnvironment();
  const session = await callHandler(sessionContract, getSession);
  return (
    <AnsweredShell>
      <Shell
        isDemo={isDemo}
        hasSourceNotes={sourceNotesPath !== undefined || hasClockSkew()}
        person={
          session.ok && session.value.person !== null && <SignedInPerson name={session.value.person.name} />
        }
      >
        {children}
      </Shell>
    </AnsweredShell>
  );
}
