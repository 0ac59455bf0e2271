"use client";

import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useWatch } from "react-hook-form";
import type { Investigation, OpenInvestigationBody } from "@/lib/contracts/investigations/investigations";
import { listedDeploymentsQuery } from "@/lib/client/queries/deployments";
import { ChoiceField, TextField } from "@/components/shared/forms/fields";
import { MultiChoiceField } from "@/components/shared/forms/multi-choice-field";
import { Form } from "@/components/shared/forms/form";
import { useSavedForm } from "@/components/shared/forms/use-saved-form";
import { GoalFields } from "../goal/goal-fields";
import { severityOptions } from "./severity-options";
import { createOpenValues, openSchema } from "./open-schema";
import { openInvestigation } from "../investigation-requests";
import { templatesQuery } from "@/lib/client/queries/investigation-templates";
import { parseTeamChoice, useTeamOptions, everyoneChoice } from "./team-choice";
import { TemplateField } from "./template-field";
import { investigationsKey } from "@/lib/client/queries/investigations";

/** Page on which the investigation is opened. */
interface OpeningOrigin extends Pick<OpenInvestigationBody, "opening"> {
  /** Title that the form proposes. */
  readonly title: string;
}

interface OpenFormProps {
  readonly deployment: string | null;
  readonly origin?: OpeningOrigin;
  readonly onOpened: (investigation: Investigation) => void;
  readonly onCancel: () => void;
}

/** Opens an investigation. */
export function OpenInvestigationForm({ deployment, origin, onOpened, onCancel }: OpenFormProps) {
  const { title = "", ...known }: Partial<OpeningOrigin> = origin ?? {};
  const queries = useQueryClient();
  const listed = useQuery(listedDeploymentsQuery).data?.deployments;
  const teamOptions = useTeamOptions();
  const form = useSavedForm({
    schema: openSchema,
    stored: { version: null, values: createOpenValues(deployment, title) },
    save: ({ body: { visibleTo, ...body }, idempotencyKey }) => {
      const deployments = selectListed(body.deployments ?? [], listed);
      const owner = visibleTo === "" ? {} : parseTeamChoice(visibleTo);
      return openInvestigation({ ...body, ...known, ...owner, deployments }, idempotencyKey);
    },
    refetch: () =>
      Promise.all([
        queries.invalidateQueries({ queryKey: investigationsKey }),
        queries.invalidateQueries({ queryKey: templatesQuery.queryKey }),
      ]),
    onSaved: ({ investigation }) => onOpened(investigation),
  });
  const templates = useQuery(templatesQuery).data?.templates ?? [];
  const templateId = useWatch({ control: form.control, name: "templateId" });
  // A template that was deleted meanwhile is refused at its field, also if it was the last one.
  const hasTemplateField = templates.length > 0 || templateId !== "";
  return (
    <Form form={form} label="Open investigation" saveLabel="Open" takesFocus onCancel={onCancel}>
      {hasTemplateField && <TemplateField form={form} templates={templates} />}
      <TextField
        form={form}
        name="title"
        label="Title"
        hint="The symptom in one sentence, such as “TTFT p95 of chat-70b doubled after the upgrade”."
      />
      <ChoiceField form={form} name="severity" label="Severity" options={severityOptions} />
      {teamOptions.length > 1 && (
        <ChoiceField
          form={form}
          name="visibleTo"
          label="Visible to"
          options={[
            ["", templateId === "" ? "Everyone" : "As in the template"],
            ...teamOptions.filter(([value]) => templateId !== "" || value !== everyoneChoice),
          ]}
          hint="A team edits its investigations. Everyone can read them, unless only the team may."
        />
      )}
      {listed !== undefined && listed.length > 0 && (
        <MultiChoiceField
          form={form}
          name="deployments"
          legend="Deployments"
          options={listed.map(({ slug, title }) => [slug, title] as const)}
        />
      )}
      <GoalFields form={form} />
    </Form>
  );
}

/** Returns the deployments that the form shows as selected. An imported baseline may name one that is not known. */
function selectListed(
  slugs: readonly string[],
  listed: readonly { readonly slug: string }[] | undefined,
): string[] {
  return slugs.filter((slug) => listed === undefined || listed.some((one) => one.slug === slug));
}
