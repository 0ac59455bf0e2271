"use client";

import "./globals.css";
import { FullPageNotice } from "@/components/shared/full-page-notice";

export default function GlobalError({ reset }: { readonly error: Error; readonly reset: () => void }) {
  return (
    <html lang="en">
      <body>
        <FullPageNotice
          title="Ridgepoint failed."
          detail="Nothing was lost: it only reads."
          action={{ label: "Try again", onAct: reset }}
        />
      </body>
    </html>
  );
}
