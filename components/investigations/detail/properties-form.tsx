"use client";

import { useQuery, useQueryClient } from "@tanstack/react-query";
import { listedDeploymentsQuery } from "@/lib/client/queries/deployments";
import type { Investigation, InvestigationResponse } from "@/lib/contracts/investigations/investigations";
import { MultiChoiceField } from "@/components/shared/forms/multi-choice-field";
import { ChoiceField, TextField } from "@/components/shared/forms/fields";
import { Form } from "@/components/shared/forms/form";
import { useSavedForm } from "@/components/shared/forms/use-saved-form";
import { dateOnlyInput, dateTimeInput } from "@/components/shared/date-input";
import { parseTeamChoice, useTeamOptions } from "../open/team-choice";
import { findPropertiesSaveAuthor } from "../timeline/find-last-save-author";
import { severityOptions } from "../open/severity-options";
import { propertiesSchema, toPropertiesValues } from "./properties-schema";
import { editInvestigation, investigationPeopleQuery } from "../investigation-requests";
import { investigationsKey } from "@/lib/client/queries/investigations";

interface PropertiesFormProps {
  readonly page: InvestigationResponse;
  readonly onClose: () => void;
}

const timeFields = [
  ["startedAtMs", "Symptom started"],
  ["detectedAtMs", "Detected"],
  ["mitigatedAtMs", "Mitigated"],
  ["resolvedAtMs", "Resolved"],
] as const;

/** Edits title, severity, deployments, owner, visibility, due date, tags and times. */
export function PropertiesForm({ page, onClose }: PropertiesFormProps) {
  const { investigation } = page;
  const queries = useQueryClient();
  const people = useQuery(investigationPeopleQuery).data?.people ?? [];
  const visibleToOptions = useTeamOptions(investigation.team);
  const listed = useQuery(listedDeploymentsQuery).data?.deployments ?? [];
  const { number, owner } = investigation;
  // A deployment of the investigation stays an option after it disappeared.
  const deployments = new Map([...investigation.deployments, ...listed].map((one) => [one.slug, one.title]));
  const owners = new Map([
    ...(owner === null ? [] : [[owner.id, owner.name] as const]),
    ...people.map(({ id, label }) => [id, label] as const),
  ]);
  const form = useSavedForm({
    schema: propertiesSchema,
    stored: { version: investigation.version, values: toPropertiesValues(investigation) },
    lastSave: findPropertiesSaveAuthor(page),
    save: async ({ changes: { visibleTo, ...properties }, version }) => {
      const changes = { ...properties, ...(visibleTo === undefined ? {} : parseTeamChoice(visibleTo)) };
      if (Object.keys(changes).length > 0) await editInvestigation({ number, version }, changes);
    },
    refetch: () => queries.invalidateQueries({ queryKey: investigationsKey }),
    onSaved: onClose,
  });
  return (
    <Form
      form={form}
      label="Edit investigation"
      className="mt-3 max-w-[760px] border-t border-rule py-3"
      takesFocus
      onCancel={onClose}
    >
      <TextField form={form} name="title" label="Title" />
      <ChoiceField form={form} name="severity" label="Severity" options={severityOptions} />
      <div className="grid grid-cols-1 gap-3 sm:grid-cols-2">
        <ChoiceField
          form={form}
          name="ownerId"
          label="Owner"
          options={[["", "No owner"], ...owners]}
          {...(owners.size === 0 && { hint: "People are added in Settings › People." })}
        />
        <TextField form={form} name="dueOn" label="Due" {...dateOnlyInput} />
        {timeFields.map(([name, label]) => (
          <TextField key={name} form={form} name={name} label={label} {...dateTimeInput} />
        ))}
      </div>
      {visibleToOptions.length > 1 && (
        <ChoiceField
          form={form}
          name="visibleTo"
          label="Visible to"
          options={visibleToOptions}
          hint={visibilityHint(investigation)}
        />
      )}
      <TextField
        form={form}
        name="tags"
        label="Tags"
        hint="Separate tags with commas. “KV Cache” becomes “kv-cache”."
      />
      {deployments.size > 0 && (
        <MultiChoiceField form={form} name="deployments" legend="Deployments" options={[...deployments]} />
      )}
    </Form>
  );
}

function visibilityHint({ team, visibility }: Investigation): string {
  return team !== null && visibility === "open"
    ? `The team ${team.name} owns this investigation. Everyone reads it, and only members and admins edit it.`
    : "“Only the team” shows the investigation and its evidence to the team's members and to admins.";
}
