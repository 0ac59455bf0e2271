"use client";

import { useQuery, useQueryClient } from "@tanstack/react-query";
import { templatesQuery } from "@/lib/client/queries/investigation-templates";
import { teamsQuery } from "@/lib/client/teams";
import type { TemplateEntry } from "@/lib/contracts/investigations/templates";
import { GoalFields } from "../goal/goal-fields";
import { severityOptions } from "../open/severity-options";
import { ChoiceField, TextField } from "@/components/shared/forms/fields";
import { Form } from "@/components/shared/forms/form";
import { useSavedForm } from "@/components/shared/forms/use-saved-form";
import { StepFields } from "./step-fields";
import { createTemplate, editTemplate } from "./template-requests";
import { templateSchema, toTemplateValues } from "./template-schema";

interface TemplateFormProps {
  /** Null for a new template. */
  readonly template: TemplateEntry | null;
  readonly onDone: () => void;
}

/** Creates or edits a template. */
export function TemplateForm({ template, onDone }: TemplateFormProps) {
  const queries = useQueryClient();
  const teams = useQuery(teamsQuery).data?.teams ?? [];
  const form = useSavedForm({
    schema: templateSchema,
    stored: {
      version: template?.version ?? null,
      values: template === null ? toTemplateValues() : toTemplateValues(template),
    },
    save: ({ body, version, idempotencyKey }) =>
      template === null ? createTemplate(body, idempotencyKey) : editTemplate(template.id, version, body),
    refetch: () => queries.invalidateQueries({ queryKey: templatesQuery.queryKey }),
    lastSave: template?.lastSave ?? null,
    onSaved: onDone,
  });
  const teamOptions = teams
    .filter(({ id, canChoose }) => canChoose || id === template?.team?.id)
    .map(({ id, name }) => [id, name] as const);
  return (
    <Form
      form={form}
      label={template === null ? "New template" : `Edit ${template.name}`}
      className="max-w-[760px] border-t border-rule py-3"
      saveLabel={template === null ? "Create template" : "Save template"}
      takesFocus
      onCancel={onDone}
    >
      <TextField form={form} name="name" label="Name" hint="Shown where a template is chosen." />
      {teamOptions.length > 0 && (
        <ChoiceField
          form={form}
          name="teamId"
          label="Team"
          options={[["", "No team: every editor"], ...teamOptions]}
          hint="Only members of the team and admins see and change the template. New investigations belong to the team."
        />
      )}
      <TextField form={form} name="title" label="Title of the investigation (optional)" />
      <ChoiceField form={form} name="severity" label="Severity" options={severityOptions} />
      <TextField form={form} name="tags" label="Tags (optional)" hint="Separate tags with commas." />
      <GoalFields form={form} />
      <StepFields form={form} />
    </Form>
  );
}
