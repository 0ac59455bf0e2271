"use client";

import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { templatesQuery } from "@/lib/client/queries/investigation-templates";
import type { TemplateEntry } from "@/lib/contracts/investigations/templates";
import { countWithNoun } from "@/lib/format/agreement";
import { InlineConfirmation } from "@/components/shared/forms/inline-confirmation";
import { WriteError } from "@/components/shared/forms/write-error";
import { isolateDirection } from "@/components/shared/isolated-text";
import { Button } from "@/components/ui/button";
import { TemplateForm } from "./template-form";
import { deleteTemplate } from "./template-requests";

interface TemplateRowProps {
  readonly template: TemplateEntry;
  readonly isEditing: boolean;
  readonly onEdit: () => void;
  readonly onDone: () => void;
}

/** One template with its content in short, and the actions of its team. */
export function TemplateRow({ template, isEditing, onEdit, onDone }: TemplateRowProps) {
  const { name, team, canEdit } = template;
  const [isConfirming, setConfirming] = useState(false);
  const queries = useQueryClient();
  const { mutate, error, isPending } = useMutation({
    mutationFn: () => deleteTemplate(template),
    onSuccess: () => setConfirming(false),
    onSettled: () => queries.invalidateQueries({ queryKey: templatesQuery.queryKey }),
  });
  return (
    <li aria-label={name} className="border-b border-rule py-2">
      <div className="flex flex-wrap items-center gap-x-3 gap-y-1">
        <span className="font-medium wrap-anywhere">{isolateDirection(name)}</span>
        <span className="text-xs text-ink-2">
          {team === null ? "every editor" : isolateDirection(team.name)}
        </span>
        {canEdit && !isEditing && (
          <span className="ml-auto flex gap-2">
            <Button size="sm" aria-label={`Edit ${name}`} onClick={onEdit}>
              Edit
            </Button>
            <Button size="sm" aria-label={`Delete ${name}`} onClick={() => setConfirming(true)}>
              Delete
            </Button>
          </span>
        )}
      </div>
      <p className="text-xs wrap-anywhere text-ink-2">{describeTemplate(template)}</p>
      {isConfirming && (
        <InlineConfirmation
          label={`Confirm to delete ${name}`}
          action="Delete template"
          isPending={isPending}
          onConfirm={() => mutate()}
          onCancel={() => setConfirming(false)}
        >
          Investigations that were opened with the template do not change.
        </InlineConfirmation>
      )}
      <WriteError error={error} lastSave={template.lastSave} className="pt-1" />
      {isEditing && <TemplateForm template={template} onDone={onDone} />}
    </li>
  );
}

function describeTemplate({ title, severity, goal, steps }: TemplateEntry): string {
  const contents = Object.values(steps);
  const fieldCount = contents.reduce((sum, { answers }) => sum + Object.keys(answers).length, 0);
  const itemCount = contents.reduce((sum, { items }) => sum + items.length, 0);
  return [
    ...(title === "" ? [] : [`“${title}”`]),
    `severity ${severity}`,
    goal === null ? "no goal" : "with a goal",
    countWithNoun(fieldCount, "field"),
    countWithNoun(itemCount, "checklist item"),
  ].join(", ");
}
