"use client";

import dynamic from "next/dynamic";

/** Loaded after the table, whose scripts must stay small. */
const KeepOverviewButton = dynamic(
  () => import("@/components/overview/evidence/keep-overview").then((module) => module.KeepOverview),
  { ssr: false },
);

/** The button below the table that stores it as evidence. Its space is reserved until it is loaded. */
export function LazyKeepOverviewAsEvidence() {
  return (
    <p className="mt-4 min-h-6">
      <KeepOverviewButton />
    </p>
  );
}
