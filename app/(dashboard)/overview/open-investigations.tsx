"use client";

import dynamic from "next/dynamic";

/** Lists open investigations. They load after the deployments, the main content of the page. */
export const OpenInvestigations = dynamic(
  () =>
    import("@/components/investigations/list/open-investigations").then(
      (module) => module.OpenInvestigations,
    ),
  { ssr: false },
);
