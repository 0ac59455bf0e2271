"use client";

import { useMutation } from "@tanstack/react-query";
import type { SubmitEvent } from "react";
import { confirmSession } from "@/lib/client/session";
import { Button } from "@/components/ui/button";
import { ChoiceDialog } from "./choice-dialog";
import { CredentialField, readField } from "./credential-field";
import { WriteError } from "./write-error";

interface ConfirmationDialogProps {
  readonly onAnswer: (isConfirmed: boolean) => void;
}

/** Asks for the password before a change that gives or takes access. */
export function ConfirmationDialog({ onAnswer }: ConfirmationDialogProps) {
  const { mutate, error, isPending } = useMutation({
    mutationFn: confirmSession,
    onSuccess: () => onAnswer(true),
  });
  const submit = (event: SubmitEvent<HTMLFormElement>): void => {
    event.preventDefault();
    mutate({ password: readField(new FormData(event.currentTarget), "password") });
  };
  return (
    <ChoiceDialog
      title="Confirm that it is you"
      onClose={() => onAnswer(false)}
      details={
        <form id="confirmation" method="post" className="flex flex-col gap-3" onSubmit={submit}>
          <p className="text-ink-2">
            This change gives or takes access. Your confirmation is valid for 10 minutes.
          </p>
          <CredentialField
            name="password"
            label="Your password"
            type="password"
            autoComplete="current-password"
          />
          <WriteError error={error} />
        </form>
      }
    >
      <Button type="submit" form="confirmation" variant="selected" disabled={isPending}>
        {isPending ? "Checking the password" : "Confirm"}
      </Button>
      <Button onClick={() => onAnswer(false)}>Cancel</Button>
    </ChoiceDialog>
  );
}
