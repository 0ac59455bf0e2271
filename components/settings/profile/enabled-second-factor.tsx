"use client";

import { useMutation } from "@tanstack/react-query";
import { useState } from "react";
import { countWithNoun } from "@/lib/format/agreement";
import { InlineConfirmation } from "@/components/shared/forms/inline-confirmation";
import { useSendConfirmed } from "@/components/shared/forms/confirmation";
import { WriteError } from "@/components/shared/forms/write-error";
import { Button } from "@/components/ui/button";
import { endSecondFactor, renewRecoveryCodes } from "./second-factor-requests";

interface EnabledSecondFactorProps {
  /** Recovery codes that were not used yet. */
  readonly recoveryCodeCount: number;
  readonly onRenewed: (recoveryCodes: readonly string[]) => void;
  readonly onEnded: () => void;
}

/** Describes the second factor, makes new recovery codes, and turns it off. */
export function EnabledSecondFactor({ recoveryCodeCount, onRenewed, onEnded }: EnabledSecondFactorProps) {
  const [isConfirming, setConfirming] = useState(false);
  const confirmed = useSendConfirmed();
  const renewal = useMutation({
    mutationFn: () => confirmed(renewRecoveryCodes),
    onSuccess: ({ recoveryCodes }) => onRenewed(recoveryCodes),
  });
  const ending = useMutation({ mutationFn: () => confirmed(endSecondFactor), onSuccess: onEnded });
  const isBusy = renewal.isPending || ending.isPending;
  return (
    <>
      <p className="pb-2">
        The sign-in needs a code. {countWithNoun(recoveryCodeCount, "recovery code")} can still be used.
      </p>
      <div className="flex flex-wrap gap-2">
        <Button disabled={isBusy} onClick={() => renewal.mutate()}>
          Replace recovery codes
        </Button>
        <Button disabled={isBusy} onClick={() => setConfirming(true)}>
          Turn off
        </Button>
      </div>
      {isConfirming && (
        <InlineConfirmation
          label="Turn off"
          action="Turn off second factor"
          isPending={isBusy}
          onConfirm={() => ending.mutate()}
          onCancel={() => setConfirming(false)}
        >
          After that, you can sign in with only the password.
        </InlineConfirmation>
      )}
      <WriteError error={renewal.error ?? ending.error} className="pt-1" />
    </>
  );
}
