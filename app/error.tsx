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
      detail={error.digest === undefined ? error.message : `See digest ${error.digest} in the server log.`}
      action={{ label: "Try again", onAct: reset }}
    />
  );
}
