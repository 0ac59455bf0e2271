"use client";

import dynamic from "next/dynamic";

/** Loaded after the table, whose scripts must stay small. */
const KeepOverviewButton = dynamic(
  () =>
    import("@/components/overview/evidence/overview-evidence-button").then(
      (module) => module.OverviewEvidenceButton,
    ),
  { ssr: false },
);

/** The button below the table that stores it as evidence. Its space is reserved until it is loaded. */
export function LazyOverviewEvidenceButton() {
  return (
    <p className="mt-4 min-h-6">
      <KeepOverviewButton />
    </p>
  );
}
