"use client";

import { useQuery, useQueryClient } from "@tanstack/react-query";
import { teamsQuery } from "@/lib/client/teams";
import type { CreatedSecretResponse, WebhookEntry } from "@/lib/contracts/installation/webhooks";
import { webhookLimits } from "@/lib/model/investigation/webhook";
import { useSendConfirmed } from "@/components/shared/forms/confirmation";
import { ChoiceField, TextField } from "@/components/shared/forms/fields";
import { Form } from "@/components/shared/forms/form";
import { useSavedForm } from "@/components/shared/forms/use-saved-form";
import { addWebhook, editWebhook, webhooksQuery } from "./webhook-requests";
import { toWebhookValues, webhookSchema } from "./webhook-schema";

interface WebhookFormProps {
  /** Null for a new webhook. */
  readonly webhook: WebhookEntry | null;
  /** Receives the secret of a new webhook, and null after an edit. */
  readonly onSaved: (created: CreatedSecretResponse | null) => void;
  readonly onCancel: () => void;
}

/** Adds or edits a webhook. */
export function WebhookForm({ webhook, onSaved, onCancel }: WebhookFormProps) {
  const queries = useQueryClient();
  const confirmed = useSendConfirmed();
  const teams = useQuery(teamsQuery).data?.teams ?? [];
  const form = useSavedForm({
    schema: webhookSchema,
    stored: { version: webhook?.version ?? null, values: toWebhookValues(webhook) },
    save: ({ body, version, idempotencyKey }) =>
      confirmed(async () => {
        if (webhook === null) return addWebhook(body, idempotencyKey);
        await editWebhook(webhook.id, version, body);
        return null;
      }),
    refetch: () => queries.invalidateQueries({ queryKey: webhooksQuery.queryKey }),
    onSaved,
  });
  return (
    <Form
      form={form}
      label={webhook === null ? "Add webhook" : `Edit ${webhook.name}`}
      saveLabel={webhook === null ? "Add" : "Save"}
      className="max-w-[520px] py-3"
      takesFocus
      onCancel={onCancel}
    >
      <TextField
        form={form}
        name="name"
        label="Name"
        maxLength={webhookLimits.maxNameLength}
        hint="Editors choose the webhook by this name."
      />
      <TextField
        form={form}
        name="url"
        label="URL"
        maxLength={webhookLimits.maxUrlLength}
        placeholder="https://deploy.example.com/hooks/rollback"
        hint="A private address needs an entry in RIDGEPOINT_WEBHOOK_HOSTS."
      />
      {teams.length > 0 && (
        <ChoiceField
          form={form}
          name="teamId"
          label="Team"
          options={[["", "All teams"], ...teams.map(({ id, name }) => [id, name] as const)]}
          hint="Only experiments of this team can use the webhook."
        />
      )}
    </Form>
  );
}
