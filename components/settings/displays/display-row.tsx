"use client";

import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import type { DisplayEntry } from "@/lib/contracts/people/displays";
import { formatDateTime, formatRelativeWindow } from "@/lib/format/time";
import { useConfirmed } from "@/components/shared/forms/confirmation";
import { WriteError } from "@/components/shared/forms/write-error";
import { isolateDirection } from "@/components/shared/isolated-text";
import { useTimeZone } from "@/components/shared/use-time-zone";
import { Button } from "@/components/ui/button";
import { displayPageText, displaysQuery, revokeDisplay } from "./display-requests";

/** One link, which can be revoked while it is active. */
export function DisplayRow({ display }: { readonly display: DisplayEntry }) {
  const { id, name, pages, deployment, period, maker, state } = display;
  const timeZone = useTimeZone();
  const [isConfirming, setConfirming] = useState(false);
  const queries = useQueryClient();
  const confirmed = useConfirmed();
  const { mutate, error, isPending } = useMutation({
    mutationFn: () => confirmed(() => revokeDisplay(id)),
    onSuccess: () => setConfirming(false),
    onSettled: () => queries.invalidateQueries({ queryKey: displaysQuery.queryKey }),
  });
  return (
    <li aria-label={name} className="border-b border-rule py-2">
      <div className="flex flex-wrap items-center gap-x-3 gap-y-1">
        <span className="font-medium">{isolateDirection(name)}</span>
        <span className="text-xs text-ink-2">
          {pages.map((page) => displayPageText[page]).join(", ")} · {deployment ?? "worst deployment"} ·{" "}
          {formatRelativeWindow(period, "now")}
        </span>
        {state === "active" && !isConfirming && (
          <Button size="sm" className="ml-auto" onClick={() => setConfirming(true)}>
            Revoke
          </Button>
        )}
      </div>
      <p className="text-xs text-ink-2">
        {describeState(display, timeZone)} Created by {isolateDirection(maker.name)}
        {describeUse(display, timeZone)}
      </p>
      {isConfirming && (
        <div role="group" aria-label={`Revoke ${name}`} className="flex flex-wrap gap-2 pt-2 text-xs">
          <span>Displays that use this link show the sign-in page from then on.</span>
          <Button size="sm" variant="selected" disabled={isPending} onClick={() => mutate()}>
            Revoke link
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

function describeState({ state, expiresAtMs }: DisplayEntry, timeZone: string): string {
  if (state === "revoked") return "Revoked.";
  if (expiresAtMs === null) return "Does not expire.";
  return `${state === "expired" ? "Expired" : "Expires"} ${formatDateTime(expiresAtMs, timeZone)}.`;
}

function describeUse({ lastUse }: DisplayEntry, timeZone: string): string {
  if (lastUse === null) return ", not used yet.";
  const address = lastUse.address === null ? "" : ` from ${lastUse.address}`;
  return `, last used ${formatDateTime(lastUse.atMs, timeZone)}${address}.`;
}
