"use client";

import { useMutation, useQuery } from "@tanstack/react-query";
import { useEffect, useRef, type SubmitEvent } from "react";
import { endpointQuery } from "@/lib/client/endpoint-query";
import { confirmSession } from "@/lib/client/session";
import type { confirmationMethodContract } from "@/lib/contracts/people/session";
import { toSentence } from "@/lib/format/sentence";
import { Button } from "@/components/ui/button";
import { ChoiceDialog } from "./choice-dialog";
import { CodeField } from "./code-field";
import { CredentialField, readField } from "./credential-field";
import { WriteError } from "./write-error";

interface ConfirmationDialogProps {
  readonly onAnswer: (isConfirmed: boolean) => void;
}

const methodQuery = endpointQuery<typeof confirmationMethodContract>("/api/v1/session/confirmation", {});

/** Requests the password or a code before a change that gives or takes access. */
export function ConfirmationDialog({ onAnswer }: ConfirmationDialogProps) {
  // The method may have changed since the last dialog.
  const { data, error: readError } = useQuery({ ...methodQuery, gcTime: 0 });
  const method = data?.method;
  const { mutate, error, isPending } = useMutation({
    mutationFn: confirmSession,
    onSuccess: () => onAnswer(true),
  });
  const submit = (event: SubmitEvent<HTMLFormElement>): void => {
    event.preventDefault();
    const values = new FormData(event.currentTarget);
    mutate(
      method === "code" ? { code: readField(values, "code") } : { password: readField(values, "password") },
    );
  };
  return (
    <ChoiceDialog
      title="Confirm that it is you"
      onClose={() => onAnswer(false)}
      details={
        <form id="confirmation" method="post" className="flex flex-col gap-3" onSubmit={submit}>
          <p className="text-ink-2">
            This change grants or removes access. Further changes within 10 minutes need no new confirmation.
          </p>
          {method === "code" && <CodeField />}
          {method === "password" && <PasswordField />}
          {method === "none" && <p>You have no password. Sign out, and sign in again.</p>}
          {readError !== null && <p role="alert">{toSentence(readError.message)}</p>}
          <WriteError error={error} />
        </form>
      }
    >
      <Button
        type="submit"
        form="confirmation"
        variant="selected"
        disabled={isPending || method === undefined || method === "none"}
      >
        {isPending ? "Checking" : "Confirm"}
      </Button>
      <Button onClick={() => onAnswer(false)}>Cancel</Button>
    </ChoiceDialog>
  );
}

/** The field appears after the dialog, which has the focus until then. */
function PasswordField() {
  const element = useRef<HTMLDivElement>(null);
  useEffect(() => element.current?.querySelector("input")?.focus(), []);
  return (
    <div ref={element}>
      <CredentialField
        name="password"
        label="Your password"
        type="password"
        autoComplete="current-password"
      />
    </div>
  );
}
