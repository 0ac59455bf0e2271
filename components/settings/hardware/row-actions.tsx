"use client";

import { Button } from "@/components/ui/button";

interface RowActionsProps {
  readonly name: string;
  readonly isBusy: boolean;
  readonly isOpen: boolean;
  readonly onChange: () => void;
  readonly onVersions: () => void;
  readonly onRetire: () => void;
}

/** What can be done with a row that people added. */
export function RowActions({ name, isBusy, isOpen, onChange, onVersions, onRetire }: RowActionsProps) {
  return (
    <span className="flex justify-end gap-1">
      <Button size="sm" look="ghost" aria-label={`Change ${name}`} onClick={onChange}>
        Change
      </Button>
      <Button
        size="sm"
        look="ghost"
        aria-label={`Versions of ${name}`}
        aria-expanded={isOpen}
        onClick={onVersions}
      >
        Versions
      </Button>
      <Button size="sm" look="ghost" disabled={isBusy} aria-label={`Retire ${name}`} onClick={onRetire}>
        Retire
      </Button>
    </span>
  );
}
