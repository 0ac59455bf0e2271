"use client";

import dynamic from "next/dynamic";
import { useRef, useState } from "react";
import type { ReviewableDeployment } from "@/lib/contracts/discovery";
import { findFirstField } from "@/components/shared/forms/first-field";
import { OpenFormProvider, useOpenForm } from "@/components/shared/forms/leave-form";
import { WriteError } from "@/components/shared/forms/write-error";
import { DeploymentActions, type DeploymentFormName } from "./deployment-actions";
import { DeploymentCells, type HeadlineValues } from "./deployment-cells";
import { deploymentGrid } from "./deployment-columns";
import { DeploymentFacts } from "./deployment-facts";
import { DeploymentRelations } from "./deployment-relations";
import { findMergeTargets } from "./merge-targets";
import { useReviewDeployment } from "./use-review";

/** Forms are loaded on first use. */
const DeploymentForms = dynamic(() => import("./deployment-forms").then((part) => part.DeploymentForms));

interface DeploymentRowProps {
  readonly deployment: ReviewableDeployment;
  readonly allDeployments: readonly ReviewableDeployment[];
  readonly asOfMs: number;
  readonly headlineValues: HeadlineValues;
  /** Form that the link requests to open. Absent or null if it requests none. */
  readonly initialForm?: DeploymentFormName | null;
}

/** Shows one deployment with its state, details and edit forms. */
export function DeploymentRow({
  deployment,
  allDeployments,
  asOfMs,
  headlineValues,
  initialForm = null,
}: DeploymentRowProps) {
  const [openForm, setOpenForm] = useState<DeploymentFormName | "nothing">(
    deployment.changeRefusal === null ? (initialForm ?? "nothing") : "nothing",
  );
  const [isOpen, setOpen] = useState(false);
  const row = useRef<HTMLLIElement>(null);
  const review = useReviewDeployment(deployment);
  const guard = useOpenForm();
  const targets = findMergeTargets(deployment, allDeployments);
  return (
    <li ref={row} aria-label={deployment.title} className="border-b border-rule py-3">
      <div className={deploymentGrid}>
        <DeploymentCells
          deployment={deployment}
          asOfMs={asOfMs}
          headlineValues={headlineValues}
          isOpen={isOpen}
          onToggle={() => setOpen(!isOpen)}
        />
        <div className="mt-2 flex items-center gap-1 pl-6 lg:mt-0 lg:justify-end lg:pl-0">
          <DeploymentActions
            deployment={deployment}
            isBusy={review.isPending}
            canMerge={targets.length > 0}
            onReview={review.mutate}
            onOpenForm={(form) => guard.leaveForm(() => setOpenForm(form))}
            nextFocus={() => findFirstField(row.current)}
          />
        </div>
      </div>
      <div className="pl-6">
        <DeploymentRelations deployment={deployment} />
        <WriteError error={review.error} className="mt-2" />
        {openForm !== "nothing" && (
          <OpenFormProvider value={guard.registerForm}>
            <DeploymentForms
              openForm={openForm}
              deployment={deployment}
              mergeTargets={targets}
              // A form that was opened during saving stays open.
              onDone={() => setOpenForm((present) => (present === openForm ? "nothing" : present))}
            />
          </OpenFormProvider>
        )}
        {isOpen && <DeploymentFacts deployment={deployment} />}
      </div>
    </li>
  );
}
