import { connection } from "next/server";
import type { ReactNode } from "react";
import { PrefetchedShell } from "@/app/prefetched-page";
import { KeepEvidence } from "@/app/evidence/keep-evidence";
import { OpenInvestigationFrame } from "@/app/evidence/open-investigation";
import {
  isSignedInByProxy,
  readDemoVisitorName,
  readSignedInPerson,
} from "@/app/visitor/read-signed-in-person";
import { requireSignIn } from "@/app/visitor/require-sign-in";
import { DemoBanner } from "@/components/layout/demo-banner";
import { Shell } from "@/components/layout/shell";
import { Account, SignedInPerson } from "@/components/layout/signed-in-person";
import { readEnvironment } from "@/lib/server/environment/env";
import { hasClockSkew } from "@/lib/services/sources/clock-skew";

export default async function DashboardLayout({ children }: { readonly children: ReactNode }) {
  // Rendered per request, because scripts carry the nonce of the request.
  await connection();
  await requireSignIn();
  const { isDemo, sourceNotesPath } = readEnvironment();
  const person = await readSignedInPerson();
  const mayEdit = person?.role !== "viewer";
  const canSignOut = !(await isSignedInByProxy());
  return (
    <PrefetchedShell>
      <OpenInvestigationFrame mayEdit={mayEdit}>
        <Shell
          demoBanner={isDemo && <DemoBanner visitorName={await readDemoVisitorName()} />}
          hasSourceNotes={sourceNotesPath !== undefined || hasClockSkew()}
          person={person !== null && <SignedInPerson name={person.name} canSignOut={canSignOut} />}
          account={person !== null && <Account name={person.name} canSignOut={canSignOut} />}
        >
          <KeepEvidence mayEdit={mayEdit}>{children}</KeepEvidence>
        </Shell>
      </OpenInvestigationFrame>
    </PrefetchedShell>
  );
}
