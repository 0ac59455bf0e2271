"use client";

import dynamic from "next/dynamic";
import { useRef, useState } from "react";
import type { Proposal, ReviewBody } from "@/lib/contracts/discovery";
import type { JudgedRow } from "@/lib/contracts/overview";
import { isolated } from "@/components/shared/isolated-text";
import { DeploymentActions, type DeploymentForm } from "./deployment-actions";
import { DeploymentCells } from "./deployment-cells";
import { deploymentGrid } from "./deployment-columns";
import { DeploymentFacts } from "./deployment-facts";
import { DeploymentMerge } from "./deployment-merge";
import { DeploymentRelations } from "./deployment-relations";
import { DeploymentRename } from "./deployment-rename";
import { mergeTargets } from "./merge-targets";
import { firstFieldOf } from "./review-form";
import { SelectorEditor } from "./selector-editor";
import { useReview } from "./use-review";

/** Editors are loaded on first use. */
const ExportersEditor = dynamic(() =>
  import("@/components/settings/exporters/exporters-editor").then((part) => part.ExportersEditor),
);
const MappingsEditor = dynamic(() =>
  import("@/components/settings/mappings/mappings-editor").then((part) => part.MappingsEditor),
);
const PhasesEditor = dynamic(() =>
  import("@/components/settings/phases/phases-editor").then((part) => part.PhasesEditor),
);
const TraceServicesEditor = dynamic(() =>
  import("./trace-services-editor").then((part) => part.TraceServicesEditor),
);

interface DeploymentRowProps {
  readonly deployment: Proposal;
  readonly allDeployments: readonly Proposal[];
  readonly asOfMs: number;
  readonly readings: JudgedRow["readings"] | null;
  /** The form to open initially, requested by the link. */
  readonly initialForm?: DeploymentForm | null;
}

/** Shows one deployment with its state, details and edit forms. */
export function DeploymentRow({
  deployment,
  allDeployments,
  asOfMs,
  readings,
  initialForm = null,
}: DeploymentRowProps) {
  const [openForm, setOpenForm] = useState<DeploymentForm | "nothing">(initialForm ?? "nothing");
  const [isOpen, setOpen] = useState(false);
  const row = useRef<HTMLLIElement>(null);
  const reviewer = useReview();
  const save = async (body: ReviewBody): Promise<void> => {
    // A form that was opened during saving stays open.
    if (await reviewer.review(deployment, body))
      setOpenForm((open) => (open === openForm ? "nothing" : open));
  };
  const form = {
    deployment,
    isBusy: reviewer.isBusy,
    onSave: (body: ReviewBody) => void save(body),
    onCancel: () => {
      reviewer.clearError();
      setOpenForm("nothing");
    },
  };
  const targets = mergeTargets(deployment, allDeployments);
  return (
    <li ref={row} aria-label={deployment.title} className="border-b border-rule py-3">
      <div className={deploymentGrid}>
        <DeploymentCells
          deployment={deployment}
          asOfMs={asOfMs}
          readings={readings}
          isOpen={isOpen}
          onToggle={() => setOpen(!isOpen)}
        />
        <div className="mt-2 flex items-center gap-1 pl-6 lg:mt-0 lg:justify-end lg:pl-0">
          <DeploymentActions
            deployment={deployment}
            isBusy={reviewer.isBusy}
            canMerge={targets.length > 0}
            onReview={form.onSave}
            onOpenForm={setOpenForm}
            nextFocus={() => firstFieldOf(row.current)}
          />
        </div>
      </div>
      <div className="pl-6">
        <DeploymentRelations deployment={deployment} />
        {reviewer.error !== null && (
          <p role="alert" className="mt-2 text-xs">
            <span className="font-semibold text-bad">{reviewer.error.title}.</span>{" "}
            {isolated(reviewer.error.detail)}
          </p>
        )}
        {openForm === "rename" && <DeploymentRename {...form} />}
        {openForm === "selectors" && <SelectorEditor {...form} />}
        {openForm === "exporters" && <ExportersEditor {...form} />}
        {openForm === "mappings" && <MappingsEditor {...form} />}
        {openForm === "trace-services" && <TraceServicesEditor {...form} />}
        {openForm === "phases" && <PhasesEditor {...form} />}
        {openForm === "merge" && <DeploymentMerge {...form} targets={targets} />}
        {isOpen && <DeploymentFacts deployment={deployment} />}
      </div>
    </li>
  );
}
