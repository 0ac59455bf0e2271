"use client";

import { useState } from "react";
import type { EvidenceData } from "@/lib/contracts/investigations/evidence-kinds/evidence-kinds";
import type { SortColumn } from "@/lib/client/url-state";
import { createPartLinker } from "@/components/shared/scope/signals-link";
import { SentenceText } from "@/components/shared/sentence-text";
import { FleetFacts } from "../fleet-facts";
import { FleetTable } from "../fleet-table";
import { sortRows } from "../sort-rows";

/** The stored table of deployments: its headline, the facts about all deployments, and the values of each deployment. */
export function OverviewEvidence({ data }: { readonly data: EvidenceData }) {
  const [sort, setSort] = useState<SortColumn>("status");
  if (data.endpoint !== "overview") return null;
  const { fleet: response } = data;
  const { headline, deployments, fleet, asOfMs, window } = response;
  const view = { from: String(window.startMs), to: String(window.endMs), live: false, sort };
  return (
    <>
      <p className="text-ink-2">
        <SentenceText sentence={headline} hrefFor={createPartLinker(view, asOfMs)} />
      </p>
      <div className="pb-3">
        <FleetFacts data={response} />
      </div>
      <FleetTable
        rows={sortRows(deployments, sort)}
        fleet={fleet}
        asOfMs={asOfMs}
        windowMs={window.endMs - window.startMs}
        view={view}
        onSort={setSort}
        isCopy
      />
    </>
  );
}
