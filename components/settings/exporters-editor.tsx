"use client";

import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import type { ExporterTarget } from "@/lib/contracts/deployment-exporters";
import type { Proposal, ReviewBody } from "@/lib/contracts/discovery";
import { deploymentExportersQuery } from "@/lib/client/queries/discovery";
import { familyTitle } from "@/lib/format/family";
import { Button } from "@/components/ui/button";
import { groupByFamily, joinedKeys, targetKey, toAttachments, type FamilyTargets } from "./exporter-choice";
import { ExporterTargetCheckbox } from "./exporter-target-checkbox";
import { ReviewForm, reviewFrame } from "./review-form";

interface ExportersEditorProps {
  readonly deployment: Proposal;
  readonly isBusy: boolean;
  readonly onSave: (body: ReviewBody) => void;
  readonly onCancel: () => void;
}

/** Which GPUs, hosts, databases and training series are a deployment's own: what labels joined, and what a person says. */
export function ExportersEditor({ deployment, ...form }: ExportersEditorProps) {
  const { data, error } = useQuery(deploymentExportersQuery(deployment.id));
  if (data === undefined)
    return (
      <div className={`${reviewFrame} text-xs text-ink-2`}>
        {error === null ? (
          <p aria-busy>Reading what exporters tell of</p>
        ) : (
          <p role="alert">The exporters could not be asked: {error.message}.</p>
        )}
        <Button size="sm" variant="ghost" onClick={form.onCancel}>
          Cancel
        </Button>
      </div>
    );
  return <Choice {...form} deployment={deployment} targets={data.targets} unlisted={data.unlistedCount} />;
}

interface ChoiceProps extends ExportersEditorProps {
  readonly targets: readonly ExporterTarget[];
  readonly unlisted: number;
}

function Choice({ deployment, targets: initialTargets, unlisted, isBusy, onSave, onCancel }: ChoiceProps) {
  // What is read anew behind the form must not move under a person's hand.
  const [targets] = useState(initialTargets);
  const [chosen, setChosen] = useState(() => joinedKeys(targets));
  const attachments = toAttachments(targets, chosen);
  const toggle = (target: ExporterTarget): void => {
    const next = new Set(chosen);
    if (!next.delete(targetKey(target))) next.add(targetKey(target));
    setChosen(next);
  };
  return (
    <ReviewForm
      subject="exporters"
      deployment={deployment}
      isBusy={isBusy}
      proposed={{ label: "With these", body: { attachments } }}
      onSave={() => onSave({ attachments })}
      onReset={deployment.hasEditedAttachments ? () => onSave({ attachments: null }) : null}
      onCancel={onCancel}
    >
      {targets.length === 0 && (
        <p className="text-xs text-ink-2">
          This source has no exporter that Ridgepoint knows. Let it scrape dcgm-exporter, node_exporter or
          postgres_exporter.
        </p>
      )}
      {groupByFamily(targets).map((one) => (
        <FamilyChoice key={one.family} of={one} chosen={chosen} onToggle={toggle} />
      ))}
      {unlisted > 0 && (
        <p className="text-xs text-ink-2">
          {unlisted} more are not listed; name them in ridgepoint.yaml, under attachments.
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

function FamilyChoice({ of: { family, candidates, unrelated }, chosen, onToggle }: FamilyChoiceProps) {
  const boxes = (targets: readonly ExporterTarget[]) =>
    targets.map((target) => (
      <ExporterTargetCheckbox
        key={targetKey(target)}
        target={target}
        isChosen={chosen.has(targetKey(target))}
        onToggle={() => onToggle(target)}
      />
    ));
  const isUndecided = candidates.some(({ fit }) => fit === "possible");
  return (
    <fieldset className="flex flex-col gap-1">
      <legend className="text-xs font-medium">{familyTitle(family)}</legend>
      {isUndecided && (
        <p className="text-xs text-ink-2">Labels do not say which of these is its own. Choose them here.</p>
      )}
      {candidates.length === 0 && <p className="text-xs text-ink-2">None has labels in common with it.</p>}
      {boxes(candidates)}
      {unrelated.length > 0 && (
        <details>
          <summary className="text-xs text-ink-2">
            {unrelated.length} {unrelated.length === 1 ? "other" : "others"} at this source
          </summary>
          <div className="mt-1 flex flex-col gap-1">{boxes(unrelated)}</div>
        </details>
      )}
    </fieldset>
  );
}
