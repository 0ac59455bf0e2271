"use client";

import { Button, type ButtonProps } from "@/components/ui/button";
import type { HardwareEntry } from "./entry-table";
import type { useEntryTable } from "./use-entry-table";

interface RowActionsProps {
  readonly entry: HardwareEntry;
  readonly isRetired: boolean;
  readonly table: ReturnType<typeof useEntryTable>;
  /** Retires an entry, or makes it available again. */
  readonly onRetire: (entry: HardwareEntry, isRetired: boolean) => void;
}

/** Actions of a custom entry. Built-in entries have none. */
export function RowActions({ entry, isRetired, table, onRetire }: RowActionsProps) {
  const { id, name, provenance } = entry;
  const { opened, open, isBusy } = table;
  if (provenance.kind === "built-in") return null;
  const isOpen = opened?.kind === "versions" && opened.id === id;
  return (
    <span className="flex justify-end gap-1">
      {!isRetired && (
        <Action aria-label={`Edit ${name}`} onClick={() => open({ kind: "change", id })}>
          Edit
        </Action>
      )}
      <Action
        aria-label={`Versions of ${name}`}
        aria-expanded={isOpen}
        onClick={() => open(isOpen ? null : { kind: "versions", id })}
      >
        Versions
      </Action>
      <Action
        disabled={isBusy}
        aria-label={isRetired ? `Make ${name} available` : `Retire ${name}`}
        onClick={() => onRetire(entry, !isRetired)}
      >
        {isRetired ? "Make available" : "Retire"}
      </Action>
    </span>
  );
}

function Action(props: ButtonProps) {
  return <Button size="sm" variant="ghost" {...props} />;
}
