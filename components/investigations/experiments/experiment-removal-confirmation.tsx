"use client";

import { useMutation, useQueryClient } from "@tanstack/react-query";
import { experimentName } from "@/lib/model/investigation/experiments/experiment";
import { InlineConfirmation } from "@/components/shared/forms/inline-confirmation";
import { WriteError } from "@/components/shared/forms/write-error";
import { investigationKey } from "../investigation-requests";
import type { ExperimentFormPartProps } from "./decision-form";
import { removeExperiment } from "./experiment-requests";

/** Deletes a planned experiment after a confirmation. */
export function ExperimentRemovalConfirmation({ number, experiment, onClose }: ExperimentFormPartProps) {
  const queries = useQueryClient();
  const { mutate, error, isPending } = useMutation({
    mutationFn: () => removeExperiment(number, experiment.id),
    onSuccess: onClose,
    onSettled: () => queries.invalidateQueries({ queryKey: investigationKey(number) }),
  });
  return (
    <>
      <InlineConfirmation
        label={`Confirm to delete ${experimentName(experiment.number)}`}
        action="Delete experiment"
        isPending={isPending}
        onConfirm={() => mutate()}
        onCancel={onClose}
      >
        The plan is deleted. The timeline has an entry with its kind and factor.
      </InlineConfirmation>
      <WriteError error={error} title="The experiment was not deleted." />
    </>
  );
}
