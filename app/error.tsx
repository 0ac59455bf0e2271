"use client";

import { FullPageNotice } from "@/components/shared/full-page-notice";

export default function PageError({
  error,
  reset,
}: {
  readonly error: Error & { digest?: string };
  readonly reset: () => void;
}) {
  return (
    <FullPageNotice
      title="This page failed to load."
      detail={
        error.digest === undefined
          ? error.message
          : `Search the server log for the error digest ${error.digest}.`
      }
      action={{ label: "Try again", onAct: reset }}
    />
  );
}
