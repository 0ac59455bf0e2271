"use client";

import { useState } from "react";
import type { Proposal, ReviewBody } from "@/lib/contracts/discovery";
import { visibleText } from "@/lib/base/safe-text";
import { isolated } from "@/components/shared/isolated-text";
import { Button } from "@/components/ui/button";
import { Choice } from "@/components/ui/choice";
import { DeploymentPreview } from "./deployment-preview";
import { reviewFrame } from "./review-form";

interface DeploymentMergeProps {
  readonly deployment: Proposal;
  /** Deployments that this one can be merged into. */
  readonly targets: readonly Proposal[];
  readonly isBusy: boolean;
  readonly onSave: (body: ReviewBody) => void;
  readonly onCancel: () => void;
}

/**
 * Merges a deployment into another one, which takes over its pools, links and events. Shows a preview of the result
 * first.
 */
export function DeploymentMerge({ deployment, targets, isBusy, onSave, onCancel }: DeploymentMergeProps) {
  const [targetId, setTargetId] = useState(targets[0]?.id ?? "");
  const target = targets.find(({ id }) => id === targetId);
  const isRouter = target !== undefined && target.engine.id !== deployment.engine.id;
  return (
    <form
      noValidate
      aria-label={`Merge ${deployment.title}`}
      className={`${reviewFrame} flex flex-col gap-3`}
      onSubmit={(event) => {
        event.preventDefault();
        if (target !== undefined) onSave({ mergedInto: target.id, ...(isRouter ? { role: "router" } : {}) });
      }}
    >
      <Choice
        label={`Merge ${deployment.title} into`}
        className="w-72"
        value={targetId}
        options={targets.map(({ id, title, engine }) => [id, `${title} (${engine.title})`])}
        onChoose={setTargetId}
      />
      {target !== undefined && (
        <>
          <p className="text-xs text-ink-2">
            {isRouter
              ? isolated(
                  `${deployment.title} becomes the router of ${target.title}. The overview then counts each request once, on ${target.title}.`,
                )
              : isolated(
                  `${target.title} takes over its selectors, links and events. You can split it later, but events stay with ${target.title}.`,
                )}
          </p>
          {!isRouter && target.model !== deployment.model && (
            <p className="text-xs text-warn">
              The deployments serve different models, {isolated(visibleText(deployment.model, 100))} and{" "}
              {isolated(visibleText(target.model, 100))}. Merged percentiles describe neither model. To view
              one model, filter Signals by model or instance.
            </p>
          )}
          <DeploymentPreview label={target.title} body={{ deployment: target.id }} />
          <DeploymentPreview label="Merged" body={{ deployment: target.id, mergeWith: [deployment.id] }} />
        </>
      )}
      <div className="flex gap-2">
        <Button type="submit" variant="selected" disabled={isBusy || target === undefined}>
          Merge
        </Button>
        <Button variant="ghost" onClick={onCancel}>
          Cancel
        </Button>
      </div>
    </form>
  );
}
