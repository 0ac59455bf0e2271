"use client";

import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useRouter } from "next/navigation";
import { listedDeploymentsQuery } from "@/lib/client/queries/deployments";
import { investigationName } from "@/lib/model/investigation/investigation";
import { ChoiceField, TextField } from "@/components/shared/forms/fields";
import { ChoicesField } from "@/components/shared/forms/choices-field";
import { Form } from "@/components/shared/forms/form";
import { useSavedForm } from "@/components/shared/forms/use-saved-form";
import { GoalFields } from "../goal/goal-fields";
import { severityOptions } from "../severity-options";
import { createOpenValues, openSchema } from "./open-schema";
import { investigationsKey, openInvestigation } from "../investigation-requests";

interface OpenFormProps {
  readonly deployment: string | null;
  readonly onCancel: () => void;
}

/** Opens an investigation, and then its page. */
export function OpenForm({ deployment, onCancel }: OpenFormProps) {
  const queries = useQueryClient();
  const router = useRouter();
  const deployments = useQuery(listedDeploymentsQuery).data?.deployments ?? [];
  const form = useSavedForm({
    schema: openSchema,
    stored: { version: null, values: createOpenValues(deployment) },
    save: ({ body, idempotencyKey }) => openInvestigation(body, idempotencyKey),
    refetch: () => queries.invalidateQueries({ queryKey: investigationsKey }),
    onSaved: ({ investigation }) => router.push(`/investigations/${investigationName(investigation.number)}`),
  });
  return (
    <Form form={form} label="Open investigation" saveLabel="Open" takesFocus onCancel={onCancel}>
      <TextField
        form={form}
        name="title"
        label="Title"
        hint="The symptom in one sentence, such as “TTFT p95 of chat-70b doubled after the upgrade”."
      />
      <ChoiceField form={form} name="severity" label="Severity" options={severityOptions} />
      {deployments.length > 0 && (
        <ChoicesField
          form={form}
          name="deployments"
          legend="Deployments"
          options={deployments.map(({ slug, title }) => [slug, title] as const)}
        />
      )}
      <GoalFields form={form} />
    </Form>
  );
}
