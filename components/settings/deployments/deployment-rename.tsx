"use client";

import { useEffect, useRef, useState } from "react";
import type { Proposal, ReviewBody } from "@/lib/contracts/discovery";
import { Button } from "@/components/ui/button";
import { cn } from "@/components/ui/cn";
import { Field, fieldClasses } from "@/components/ui/field";
import { reviewFrame } from "./review-form";

interface DeploymentRenameProps {
  readonly deployment: Proposal;
  readonly isBusy: boolean;
  readonly onSave: (body: ReviewBody) => void;
  readonly onCancel: () => void;
}

/** Renames a deployment. The old address keeps working. */
export function DeploymentRename({ deployment, isBusy, onSave, onCancel }: DeploymentRenameProps) {
  const [title, setTitle] = useState(deployment.title);
  const field = useRef<HTMLInputElement>(null);
  useEffect(() => {
    // The user opened this form to type a name.
    field.current?.select();
  }, []);
  return (
    <form
      noValidate
      className={`${reviewFrame} flex flex-wrap items-end gap-2`}
      onSubmit={(event) => {
        event.preventDefault();
        if (title.trim() !== "") onSave({ title: title.trim() });
      }}
    >
      <Field label="Name">
        <input
          ref={field}
          maxLength={100}
          className={cn(fieldClasses, "w-72")}
          value={title}
          onChange={(event) => setTitle(event.target.value)}
        />
      </Field>
      <Button type="submit" variant="selected" disabled={isBusy || title.trim() === ""}>
        Save name
      </Button>
      {deployment.title !== deployment.discoveredTitle && (
        <Button disabled={isBusy} onClick={() => onSave({ title: null })}>
          Restore “{deployment.discoveredTitle}”
        </Button>
      )}
      <Button variant="ghost" onClick={onCancel}>
        Cancel
      </Button>
    </form>
  );
}
