"use client";

import type { CreatedSecretResponse } from "@/lib/contracts/installation/webhooks";
import { CopyButton } from "@/components/shared/copy/copy-button";

/** The signing secret of a webhook, which is shown once. */
export function SecretText({ created: { webhook, secret } }: { readonly created: CreatedSecretResponse }) {
  return (
    <div role="status" aria-label="Signing secret" className="flex flex-wrap items-center gap-2 pt-3 text-xs">
      {secret === null ? (
        <p>
          This page did not receive the secret of {webhook.name}. Create another secret with “New secret”.
        </p>
      ) : (
        <>
          <code className="font-mono break-all">{secret}</code>
          <CopyButton text={secret} label="Copy signing secret" />
          <p className="basis-full text-2xs text-ink-2">
            The receiver of {webhook.name} verifies signatures with this secret. It is not shown again.
          </p>
        </>
      )}
    </div>
  );
}
