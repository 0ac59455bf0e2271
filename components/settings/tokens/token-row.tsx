"use client";

import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import type { ApiTokenEntry } from "@/lib/contracts/people/tokens";
import { formatDateTime } from "@/lib/format/time";
import { useConfirmed } from "@/components/shared/forms/confirmation";
import { WriteError } from "@/components/shared/forms/write-error";
import { isolateDirection } from "@/components/shared/isolated-text";
import { useTimeZone } from "@/components/shared/use-time-zone";
import { Button } from "@/components/ui/button";
import { revokeToken, tokensQuery } from "./token-requests";

/** One token, which can be revoked while it is active. */
export function TokenRow({ token }: { readonly token: ApiTokenEntry }) {
  const { id, name, prefix, scopes, maker, state } = token;
  const timeZone = useTimeZone();
  const [isConfirming, setConfirming] = useState(false);
  const queries = useQueryClient();
  const confirmed = useConfirmed();
  const { mutate, error, isPending } = useMutation({
    mutationFn: () => confirmed(() => revokeToken(id)),
    onSuccess: () => setConfirming(false),
    onSettled: () => queries.invalidateQueries({ queryKey: tokensQuery.queryKey }),
  });
  return (
    <li aria-label={name} className="border-b border-rule py-2">
      <div className="flex flex-wrap items-center gap-x-3 gap-y-1">
        <span className="font-medium">{isolateDirection(name)}</span>
        <code className="font-mono text-xs text-ink-2">{prefix}…</code>
        <span className="text-xs text-ink-2">{scopes.join(", ")}</span>
        {state === "active" && !isConfirming && (
          <Button size="sm" className="ml-auto" onClick={() => setConfirming(true)}>
            Revoke
          </Button>
        )}
      </div>
      <p className="text-xs text-ink-2">
        {describeState(token, timeZone)} Created by {isolateDirection(maker.name)}
        {describeUse(token, timeZone)}
      </p>
      {isConfirming && (
        <div role="group" aria-label={`Revoke ${name}`} className="flex flex-wrap gap-2 pt-2 text-xs">
          <span>Programs that use this token are refused from then on.</span>
          <Button size="sm" variant="selected" disabled={isPending} onClick={() => mutate()}>
            Revoke token
          </Button>
          <Button size="sm" variant="ghost" onClick={() => setConfirming(false)}>
            Cancel
          </Button>
        </div>
      )}
      <WriteError error={error} className="pt-1" />
    </li>
  );
}

function describeState({ state, expiresAtMs }: ApiTokenEntry, timeZone: string): string {
  if (state === "revoked") return "Revoked.";
  return `${state === "expired" ? "Expired" : "Expires"} ${formatDateTime(expiresAtMs, timeZone)}.`;
}

function describeUse({ lastUse }: ApiTokenEntry, timeZone: string): string {
  if (lastUse === null) return ", not used yet.";
  const address = lastUse.address === null ? "" : ` from ${lastUse.address}`;
  return `, last used ${formatDateTime(lastUse.atMs, timeZone)}${address}.`;
}
