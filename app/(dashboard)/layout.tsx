import { connection } from "next/server";
import type { ReactNode } from "react";
import { AnsweredShell } from "@/app/answered-page";
import { Shell } from "@/components/layout/shell";
import { readEnvironment } from "@/lib/server/environment/env";
import { hasClockSkew } from "@/lib/services/sources/clock-skew";

export default async function DashboardLayout({ children }: { readonly children: ReactNode }) {
  // Rendered per request, because scripts carry the nonce of the request.
  await connection();
  const { isDemo, sourceNotesPath } = readEnvironment();
  return (
    <AnsweredShell>
      <Shell isDemo={isDemo} hasSourceNotes={sourceNotesPath !== undefined || hasClockSkew()}>
        {children}
      </Shell>
    </AnsweredShell>
  );
}
