"use client";

import dynamic from "next/dynamic";

/** Loaded after the table, whose scripts must stay small. */
const KeepOverviewAsEvidence = dynamic(
  () =>
    import("@/components/overview/evidence/keep-overview-as-evidence").then(
      (module) => module.KeepOverviewAsEvidence,
    ),
  { ssr: false },
);

/** The button below the table that stores it as evidence. Its space is reserved until it is loaded. */
export function LazyKeepOverviewAsEvidence() {
  return (
    <p className="mt-4 min-h-6">
      <KeepOverviewAsEvidence />
    </p>
  );
}
