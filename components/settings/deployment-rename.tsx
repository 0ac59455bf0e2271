"use client";

import { useEffect, useRef, useState } from "react";
import type { Proposal, ReviewBody } from "@/lib/contracts/discovery";
import { Button } from "@/components/ui/button";

interface DeploymentRenameProps {
  readonly deployment: Proposal;
  readonly isBusy: boolean;
  readonly onSave: (body: ReviewBody) => void;
  readonly onCancel: () => void;
}

/** Another name for a deployment; its old address goes on working. */
export function DeploymentRename({ deployment, isBusy, onSave, onCancel }: DeploymentRenameProps) {
  const [title, setTitle] = useState(deployment.title);
  const field = useRef<HTMLInputElement>(null);
  useEffect(() => {
    // The focus is the page's; who asked to rename goes on by typing.
    field.current?.select();
  }, []);
  return (
    <form
      noValidate
      className="mt-3 flex flex-wrap items-end gap-2 bg-well px-4 py-3"
      onSubmit={(event) => {
        event.preventDefault();
        if (title.trim() !== "") onSave({ title: title.trim() });
      }}
    >
      <label className="flex flex-col gap-1 text-xs text-ink-2">
        Name
        <input
          ref={field}
          maxLength={100}
          className="h-7 w-72 rounded-sm border border-rule-strong bg-sheet px-2 text-sm text-ink"
          value={title}
          onChange={(event) => setTitle(event.target.value)}
        />
      </label>
      <Button type="submit" look="selected" disabled={isBusy || title.trim() === ""}>
        Save name
      </Button>
      {deployment.title !== deployment.discoveredTitle && (
        <Button disabled={isBusy} onClick={() => onSave({ title: null })}>
          Back to “{deployment.discoveredTitle}”
        </Button>
      )}
      <Button look="ghost" onClick={onCancel}>
        Cancel
      </Button>
    </form>
  );
}
