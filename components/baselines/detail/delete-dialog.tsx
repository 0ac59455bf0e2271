"use client";

import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useRouter } from "next/navigation";
import type { BaselineEntry, BaselineResponse } from "@/lib/contracts/baselines";
import { baselinesKey, deleteBaseline } from "@/lib/client/queries/baselines";
import { ChoiceDialog } from "@/components/shared/forms/choice-dialog";
import { WriteError } from "@/components/shared/forms/write-error";
import { Button } from "@/components/ui/button";
import { listDeletionEffects } from "./deletion-effects";

interface DeleteDialogProps {
  readonly response: Pick<BaselineResponse, "baseline" | "uses">;
  readonly onClose: () => void;
}

/** Deletes a baseline after a confirmation, or explains why it cannot be deleted. */
export function DeleteDialog({ response: { baseline, uses }, onClose }: DeleteDialogProps) {
  const queries = useQueryClient();
  const router = useRouter();
  const removal = useMutation({
    // A read of the deleted baseline would fail.
    onMutate: () => queries.cancelQueries({ queryKey: [...baselinesKey, baseline.id] }),
    mutationFn: () => deleteBaseline(baseline),
    onSuccess: () => {
      router.push("/baselines");
      // The deleted baseline itself is not read again.
      return queries.invalidateQueries({
        queryKey: baselinesKey,
        predicate: ({ queryKey }) => queryKey[1] !== baseline.id,
      });
    },
    onError: () => queries.invalidateQueries({ queryKey: baselinesKey }),
  });
  const refusal = deleteRefusal(baseline);
  return (
    <ChoiceDialog
      title={refusal === null ? `Delete “${baseline.name}”?` : "This baseline cannot be deleted."}
      onClose={onClose}
      details={
        <>
          {(refusal === null ? listDeletionEffects(baseline, uses) : [refusal]).map((text) => (
            <p key={text} className="text-ink-2">
              {text}
            </p>
          ))}
          <WriteError error={removal.error} title="The baseline was not deleted." />
        </>
      }
    >
      <Button variant="selected" onClick={onClose}>
        {refusal === null ? "Keep baseline" : "Close"}
      </Button>
      {refusal === null && (
        <Button disabled={removal.isPending} onClick={() => removal.mutate()}>
          {removal.isPending ? "Deleting" : "Delete permanently"}
        </Button>
      )}
    </ChoiceDialog>
  );
}

function deleteRefusal({ isPinned, isDefault }: BaselineEntry): string | null {
  if (isDefault)
    return "The baseline is the default of its deployment. Remove the default, or set a different baseline as default first.";
  return isPinned ? "The baseline is pinned. Remove the pin first." : null;
}
