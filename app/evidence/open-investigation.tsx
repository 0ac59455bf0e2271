"use client";

import dynamic from "next/dynamic";
import { useState, type ReactNode } from "react";
import { OpenInvestigationProvider } from "@/lib/client/keys/open-investigation";
import { useShortcut } from "@/lib/client/keys/use-shortcut";
import { useView } from "@/lib/client/url-state";

/** Loaded when first opened, not with the page. */
const OpenInvestigation = dynamic(
  () =>
    import("@/components/investigations/open/open-investigation").then((module) => module.OpenInvestigation),
  { ssr: false },
);

interface OpenInvestigationFrameProps {
  readonly mayEdit: boolean;
  readonly children: ReactNode;
}

/** Connects the shell and every page with the dialog that opens an investigation. */
export function OpenInvestigationFrame({ mayEdit, children }: OpenInvestigationFrameProps) {
  const [isOpening, setOpening] = useState(false);
  const [view] = useView();
  useShortcut("open-investigation", () => setOpening(mayEdit), { preventDefault: true });
  return (
    <OpenInvestigationProvider value={mayEdit ? () => setOpening(true) : null}>
      {children}
      {isOpening && <OpenInvestigation deployment={view.d} onClose={() => setOpening(false)} />}
    </OpenInvestigationProvider>
  );
}
