import type { Metadata } from "next";
import { connection } from "next/server";
import { Suspense } from "react";
import { requireSignIn } from "@/app/visitor/require-sign-in";
import { Kiosk } from "@/components/kiosk/kiosk";
import { OverviewPage } from "@/components/overview/overview-page";
import { CorrelatePage } from "@/components/signals/correlate/correlate-page";
import { KioskSignals } from "@/components/signals/kiosk/kiosk-signals";
import { TracesPage } from "@/components/traces/traces-page";
import { getBuildId } from "@/lib/server/build";

export const metadata: Metadata = { title: "Kiosk mode" };

export default async function Page() {
  // Rendered per request, because scripts carry the nonce of the request.
  await connection();
  await requireSignIn({ isKiosk: true });
  return (
    <Suspense>
      <Kiosk
        build={getBuildId()}
        pageContent={{
          overview: <OverviewPage />,
          signals: <KioskSignals />,
          correlate: <CorrelatePage />,
          traces: <TracesPage />,
        }}
      />
    </Suspense>
  );
}
