"use client";

import type { ApiTokenEntry } from "@/lib/contracts/people/tokens";
import { RevocableRow } from "@/components/shared/forms/revocable-row";
import { isolateDirection } from "@/components/shared/isolated-text";
import { revokeToken, tokensQuery } from "./token-requests";

/** One token with its scopes, state and last use. */
export function TokenRow({ token }: { readonly token: ApiTokenEntry }) {
  const { id, prefix, scopes, account } = token;
  return (
    <RevocableRow
      entry={token}
      noun="token"
      consequence="Programs that use this token are refused from then on."
      onRevoke={() => revokeToken(id)}
      listKey={tokensQuery.queryKey}
    >
      <code className="font-mono text-xs text-ink-2">{prefix}…</code>
      <span className="text-xs text-ink-2">{scopes.join(", ")}</span>
      {account !== null && (
        <span className="text-xs text-ink-2">of the service account {isolateDirection(account.name)}</span>
      )}
    </RevocableRow>
  );
}
