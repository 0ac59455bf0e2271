"use client";

import dynamic from "next/dynamic";

/** Loaded after the deployments, which are what the page is for. */
export const OpenInvestigations = dynamic(
  () =>
    import("@/components/investigations/list/open-investigations").then(
      (module) => module.OpenInvestigations,
    ),
  { ssr: false },
);
