"use client";

import type { ReviewableDeployment } from "@/lib/contracts/discovery";
import { escapeHiddenCharactersInLine } from "@/lib/base/safe-text";
import { z } from "@/components/shared/forms/field-schemas";
import { ChoiceField } from "@/components/shared/forms/fields";
import { Form } from "@/components/shared/forms/form";
import { isolateDirection } from "@/components/shared/isolated-text";
import { DeploymentPreview } from "./deployment-preview";
import { reviewFrameClasses } from "./review-form";
import { useReviewForm, type DeploymentFormProps } from "./use-review-form";

interface DeploymentMergeProps extends DeploymentFormProps {
  /** Deployments that this one can be merged into. */
  readonly mergeTargets: readonly ReviewableDeployment[];
}

/**
 * Merges a deployment into another one, which takes over its pools, links and events. Shows a preview of the result
 * first.
 */
export function DeploymentMergeForm({ deployment, mergeTargets, onDone }: DeploymentMergeProps) {
  const isRouterOf = (targetId: string): boolean =>
    mergeTargets.some(({ id, engine }) => id === targetId && engine.id !== deployment.engine.id);
  const form = useReviewForm({
    deployment,
    schema: z.pipe(
      z.object({ mergedInto: z.string() }),
      z.transform(({ mergedInto }) => ({
        mergedInto,
        ...(isRouterOf(mergedInto) ? { role: "router" as const } : {}),
      })),
    ),
    storedValues: { mergedInto: mergeTargets[0]?.id ?? "" },
    onDone,
  });
  const target = mergeTargets.find(({ id }) => id === form.body?.mergedInto);
  return (
    <Form
      form={form}
      label={`Merge ${deployment.title}`}
      className={reviewFrameClasses}
      saveLabel="Merge"
      canSave={target !== undefined}
      takesFocus
      onCancel={onDone}
    >
      <ChoiceField
        form={form}
        name="mergedInto"
        label={`Merge ${deployment.title} into`}
        className="w-72"
        options={mergeTargets.map(({ id, title, engine }) => [id, `${title} (${engine.title})`])}
      />
      {target !== undefined && (
        <MergeResult deployment={deployment} target={target} isRouter={isRouterOf(target.id)} />
      )}
    </Form>
  );
}

interface MergeResultProps {
  readonly deployment: ReviewableDeployment;
  readonly target: ReviewableDeployment;
  readonly isRouter: boolean;
}

function MergeResult({ deployment, target, isRouter }: MergeResultProps) {
  return (
    <>
      <p className="text-xs text-ink-2">
        {isRouter
          ? isolateDirection(
              `${deployment.title} becomes the router of ${target.title}. The overview then counts each request once, as a request of ${target.title}.`,
            )
          : isolateDirection(
              `${target.title} takes over the selectors, links and events of ${deployment.title}. You can split the deployments later, but events stay with ${target.title}.`,
            )}
      </p>
      {!isRouter && target.model !== deployment.model && (
        <p className="text-xs text-warn">
          The deployments serve different models,{" "}
          {isolateDirection(escapeHiddenCharactersInLine(deployment.model, 100))} and{" "}
          {isolateDirection(escapeHiddenCharactersInLine(target.model, 100))}. Merged percentiles describe
          neither model. To view one model, filter Signals by model or instance.
        </p>
      )}
      <DeploymentPreview label={target.title} body={{ deploymentId: target.id }} />
      <DeploymentPreview label="Merged" body={{ deploymentId: target.id, mergeWith: [deployment.id] }} />
    </>
  );
}
