"use client";

import { useMutation, useQueryClient, type QueryKey } from "@tanstack/react-query";
import { useState, type ReactNode } from "react";
import { formatDateTimeWithYear } from "@/lib/format/time";
import { InlineConfirmation } from "./inline-confirmation";
import { useSendConfirmed } from "@/components/shared/forms/confirmation";
import { WriteError } from "@/components/shared/forms/write-error";
import { isolateDirection } from "@/components/shared/isolated-text";
import { useTimeZone } from "@/components/shared/use-time-zone";
import { Button } from "@/components/ui/button";

interface RevocableEntry {
  readonly name: string;
  /** "stopped": it does not work while a setting forbids it. */
  readonly state: "active" | "stopped" | "expired" | "revoked";
  readonly maker: { readonly name: string };
  /** Null if it does not expire. */
  readonly expiresAtMs: number | null;
  readonly lastUse: { readonly atMs: number; readonly address: string | null } | null;
}

interface RevocableRowProps {
  readonly entry: RevocableEntry;
  readonly noun: "token" | "link";
  /** Sentence about the programs or displays that use it. */
  readonly consequence: string;
  readonly onRevoke: () => Promise<unknown>;
  /** Key of the list that contains the row. */
  readonly listKey: QueryKey;
  /** Details next to the name of the entry. */
  readonly children: ReactNode;
}

/** A token or link with its state and last use, which a person revokes after a confirmation. */
export function RevocableRow({ entry, noun, consequence, onRevoke, listKey, children }: RevocableRowProps) {
  const { name, state, maker } = entry;
  const timeZone = useTimeZone();
  const [isConfirming, setConfirming] = useState(false);
  const queries = useQueryClient();
  const confirmed = useSendConfirmed();
  const { mutate, error, isPending } = useMutation({
    mutationFn: () => confirmed(onRevoke),
    onSuccess: () => setConfirming(false),
    onSettled: () => queries.invalidateQueries({ queryKey: listKey }),
  });
  return (
    <li aria-label={name} className="border-b border-rule py-2">
      <div className="flex flex-wrap items-center gap-x-3 gap-y-1">
        <span className="font-medium">{isolateDirection(name)}</span>
        {children}
        {(state === "active" || state === "stopped") && !isConfirming && (
          <Button size="sm" className="ml-auto" onClick={() => setConfirming(true)}>
            Revoke
          </Button>
        )}
      </div>
      <p className="text-xs text-ink-2">
        {describeState(entry, timeZone)} Created by {isolateDirection(maker.name)}
        {describeUse(entry, timeZone)}
      </p>
      {isConfirming && (
        <InlineConfirmation
          label={`Revoke ${name}`}
          action={`Revoke ${noun}`}
          isPending={isPending}
          onConfirm={() => mutate()}
          onCancel={() => setConfirming(false)}
        >
          {consequence}
        </InlineConfirmation>
      )}
      <WriteError error={error} className="pt-1" />
    </li>
  );
}

function describeState({ state, expiresAtMs }: RevocableEntry, timeZone: string): string {
  if (state === "revoked") return "Revoked.";
  const start = state === "stopped" ? "Inactive, because the organisation does not allow such links. " : "";
  if (expiresAtMs === null) return `${start}Does not expire.`;
  return `${start}${state === "expired" ? "Expired" : "Expires"} ${formatDateTimeWithYear(expiresAtMs, timeZone)}.`;
}

function describeUse({ lastUse }: RevocableEntry, timeZone: string): string {
  if (lastUse === null) return ", not used yet.";
  const address = lastUse.address === null ? "" : ` from ${lastUse.address}`;
  return `, last used ${formatDateTimeWithYear(lastUse.atMs, timeZone)}${address}.`;
}
