"use client";

import { useMutation } from "@tanstack/react-query";
import { startProviderSignIn } from "@/lib/client/session";
import { WriteError } from "@/components/shared/forms/write-error";
import { Button } from "@/components/ui/button";

interface ProviderButtonProps {
  /** Name of the provider. */
  readonly name: string;
  /** Page that is opened after the sign-in. */
  readonly nextPath: string;
}

/** Continues at the sign-in page of the provider. */
export function ProviderButton({ name, nextPath }: ProviderButtonProps) {
  const { mutate, error, isPending, isSuccess } = useMutation({
    mutationFn: () => startProviderSignIn(nextPath),
    onSuccess: ({ url }) => window.location.assign(url),
  });
  return (
    <div className="flex flex-col items-start gap-3 border-t border-rule pt-4">
      <Button disabled={isPending || isSuccess} onClick={() => mutate()}>
        Sign in with {name}
      </Button>
      <WriteError error={error} />
    </div>
  );
}
