"use client";

import "./globals.css";
import { FullPageNotice } from "@/components/shared/full-page-notice";

export default function GlobalError({ reset }: { readonly error: Error; readonly reset: () => void }) {
  return (
    <html lang="en">
      <body>
        <FullPageNotice
          title="Ridgepoint failed to load."
          detail="No data was lost. Reload the page or try again."
          action={{ label: "Try again", onAct: reset }}
        />
      </body>
    </html>
  );
}
