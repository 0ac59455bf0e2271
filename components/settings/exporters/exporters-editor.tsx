"use client";

import { endSentence } from "@/lib/base/end-sentence";
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { useController } from "react-hook-form";
import type { ExporterTarget } from "@/lib/contracts/deployment-exporters";
import { countWithNoun, singularOrPlural } from "@/lib/format/agreement";
import { deploymentExportersQuery } from "@/lib/client/queries/discovery";
import { familyTitle } from "@/lib/format/family";
import { z } from "@/components/shared/forms/field-schemas";
import { Button } from "@/components/ui/button";
import {
  groupByFamily,
  collectJoinedKeys,
  targetKey,
  toAttachments,
  type FamilyTargets,
} from "./exporter-choice";
import { ExporterTargetCheckbox } from "./exporter-target-checkbox";
import { ReviewForm, reviewFrameClasses } from "@/components/settings/deployments/review-form";
import { useReviewForm, type DeploymentFormProps } from "@/components/settings/deployments/use-review-form";

/** Selects the GPUs, hosts, databases and training series that belong to a deployment. */
export function ExportersEditor({ deployment, onDone }: DeploymentFormProps) {
  const { data, error } = useQuery(deploymentExportersQuery(deployment.id));
  if (data === undefined)
    return (
      <div className={`${reviewFrameClasses} text-xs text-ink-2`}>
        {error === null ? (
          <p aria-busy>Loading exporter targets</p>
        ) : (
          <p role="alert">The exporter targets could not be loaded: {endSentence(error.message)}</p>
        )}
        <Button size="sm" variant="ghost" onClick={onDone}>
          Cancel
        </Button>
      </div>
    );
  return (
    <ExportersForm
      deployment={deployment}
      targets={data.targets}
      unlisted={data.unlistedCount}
      onDone={onDone}
    />
  );
}

interface ExportersFormProps extends DeploymentFormProps {
  readonly targets: readonly ExporterTarget[];
  readonly unlisted: number;
}

function ExportersForm({ deployment, targets: currentTargets, unlisted, onDone }: ExportersFormProps) {
  // A refetch must not change the list while the operator selects targets.
  const [targets] = useState(currentTargets);
  const form = useReviewForm({
    deployment,
    schema: z.pipe(
      z.object({ exporters: z.array(z.string()) }),
      z.transform(({ exporters }) => ({ attachments: toAttachments(targets, new Set(exporters)) })),
    ),
    storedValues: { exporters: [...collectJoinedKeys(currentTargets)] },
    onDone,
  });
  const { field } = useController({ control: form.control, name: "exporters" });
  const chosen = new Set(field.value);
  const toggle = (target: ExporterTarget): void => {
    if (!chosen.delete(targetKey(target))) chosen.add(targetKey(target));
    field.onChange([...chosen]);
  };
  return (
    <ReviewForm
      form={form}
      subject="exporters"
      deployment={deployment}
      proposed={{ label: "With these exporters", body: { attachments: toAttachments(targets, chosen) } }}
      resetBody={deployment.hasEditedAttachments ? { attachments: null } : null}
      onCancel={onDone}
    >
      {targets.length === 0 && (
        <p className="text-xs text-ink-2">
          No supported exporter was found in this source. Let Prometheus scrape dcgm-exporter, node_exporter
          or postgres_exporter.
        </p>
      )}
      {groupByFamily(targets).map((one) => (
        <FamilyChoice key={one.family} of={one} chosen={chosen} onToggle={toggle} />
      ))}
      {unlisted > 0 && (
        <p className="text-xs text-ink-2">
          {countWithNoun(unlisted, "more target")}{" "}
          {singularOrPlural(unlisted, "is not listed. Add it", "are not listed. Add them")} in ridgepoint.yaml
          under attachments.
        </p>
      )}
    </ReviewForm>
  );
}

interface FamilyChoiceProps {
  readonly of: FamilyTargets;
  readonly chosen: ReadonlySet<string>;
  readonly onToggle: (target: ExporterTarget) => void;
}

function FamilyChoice({
  of: { family, relatedTargets, unrelatedTargets },
  chosen,
  onToggle,
}: FamilyChoiceProps) {
  const boxes = (targets: readonly ExporterTarget[]) =>
    targets.map((target) => (
      <ExporterTargetCheckbox
        key={targetKey(target)}
        target={target}
        isChosen={chosen.has(targetKey(target))}
        onToggle={() => onToggle(target)}
      />
    ));
  const isUndecided = relatedTargets.some(({ fit }) => fit === "possible");
  return (
    <fieldset className="flex flex-col gap-1">
      <legend className="text-xs font-medium">{familyTitle(family)}</legend>
      {isUndecided && (
        <p className="text-xs text-ink-2">
          The labels of these targets do not identify their deployment. Select the targets that belong to it.
        </p>
      )}
      {relatedTargets.length === 0 && <p className="text-xs text-ink-2">No target has matching labels.</p>}
      {boxes(relatedTargets)}
      {unrelatedTargets.length > 0 && (
        <details>
          <summary className="text-xs text-ink-2">
            {countWithNoun(unrelatedTargets.length, "other target")} at this source
          </summary>
          <div className="mt-1 flex flex-col gap-1">{boxes(unrelatedTargets)}</div>
        </details>
      )}
    </fieldset>
  );
}
