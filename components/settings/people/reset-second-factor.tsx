"use client";

import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { ChoiceDialog } from "@/components/shared/forms/choice-dialog";
import { useSendConfirmed } from "@/components/shared/forms/confirmation";
import { WriteError } from "@/components/shared/forms/write-error";
import { Button } from "@/components/ui/button";
import { peopleQuery, resetSecondFactor, type ListedPerson } from "./people-requests";

/** Ends the second factor of a person who lost the device, after a confirmation. */
export function ResetSecondFactor({ person }: { readonly person: ListedPerson }) {
  const [isOpen, setOpen] = useState(false);
  const queries = useQueryClient();
  const confirmed = useSendConfirmed();
  const { mutate, error, isPending } = useMutation({
    mutationFn: () => confirmed(() => resetSecondFactor(person)),
    onSettled: () => queries.invalidateQueries({ queryKey: peopleQuery.queryKey }),
  });
  const reset = (): void => {
    setOpen(false);
    mutate();
  };
  return (
    <>
      <Button size="sm" disabled={isPending} onClick={() => setOpen(true)}>
        Reset second factor
      </Button>
      <WriteError error={error} className="basis-full" />
      {isOpen && (
        <ChoiceDialog
          title={`Reset the second factor of ${person.name}`}
          onClose={() => setOpen(false)}
          details={
            <p className="text-ink-2">
              After that, this person can sign in with only the password. All sessions of this person end.
            </p>
          }
        >
          <Button onClick={() => setOpen(false)}>Cancel</Button>
          <Button variant="selected" onClick={reset}>
            Reset
          </Button>
        </ChoiceDialog>
      )}
    </>
  );
}
