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
      title="This page failed."
      detail={error.digest === undefined ? error.message : `The server's log names it ${error.digest}.`}
      action={{ label: "Try again", onAct: reset }}
    />
  );
}
