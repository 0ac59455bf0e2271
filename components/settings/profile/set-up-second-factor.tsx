"use client";

import { useMutation } from "@tanstack/react-query";
import type { SubmitEvent } from "react";
import { useSendConfirmed } from "@/components/shared/forms/confirmation";
import { CodeField } from "@/components/shared/forms/code-field";
import { readField } from "@/components/shared/forms/credential-field";
import { WriteError } from "@/components/shared/forms/write-error";
import { CopyButton } from "@/components/shared/copy/copy-button";
import { Button } from "@/components/ui/button";
import { QrCode } from "./qr-code";
import { enableSecondFactor, startSecondFactor } from "./second-factor-requests";

interface SetUpSecondFactorProps {
  readonly onEnabled: (recoveryCodes: readonly string[]) => void;
}

/** Shows the secret for an authenticator app, and enables the second factor with its first code. */
export function SecondFactorSetUp({ onEnabled }: SetUpSecondFactorProps) {
  const confirmed = useSendConfirmed();
  const { mutate, data, error, isPending } = useMutation({ mutationFn: () => confirmed(startSecondFactor) });
  if (data === undefined)
    return (
      <>
        <p className="pb-2 text-ink-2">
          In addition to the password, the sign-in can require a code from an authenticator app, such as one
          on your phone.
        </p>
        <Button disabled={isPending} onClick={() => mutate()}>
          Set up second factor
        </Button>
        <WriteError error={error} className="pt-1" />
      </>
    );
  return (
    <>
      <p className="pb-3">Scan the QR code with your authenticator app, or type the secret into it.</p>
      <div className="flex flex-wrap items-start gap-4">
        <QrCode text={data.uri} label="QR code of the secret" />
        <div className="min-w-0 flex-1 text-xs">
          <p className="text-ink-2">Secret</p>
          <p className="flex flex-wrap items-center gap-2 pb-3">
            <code className="font-mono break-all">{data.secret.replaceAll(/(.{4})(?=.)/g, "$1 ")}</code>
            <CopyButton text={data.secret} label="Copy secret" />
          </p>
          <CodeForm onEnabled={onEnabled} />
        </div>
      </div>
    </>
  );
}

function CodeForm({ onEnabled }: SetUpSecondFactorProps) {
  const confirmed = useSendConfirmed();
  const { mutate, error, isPending } = useMutation({
    mutationFn: (code: string) => confirmed(() => enableSecondFactor(code)),
    onSuccess: ({ recoveryCodes }) => onEnabled(recoveryCodes),
  });
  const submit = (event: SubmitEvent<HTMLFormElement>): void => {
    event.preventDefault();
    mutate(readField(new FormData(event.currentTarget), "code"));
  };
  return (
    <form method="post" aria-label="First code" className="flex flex-col gap-3" onSubmit={submit}>
      <CodeField hint="The 6 digits that your authenticator app shows now." />
      <WriteError error={error} />
      <Button type="submit" variant="selected" className="self-start" disabled={isPending}>
        {isPending ? "Checking the code" : "Turn on"}
      </Button>
    </form>
  );
}
