"use client";

import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import type { CreatedSecretResponse } from "@/lib/contracts/installation/webhooks";
import { countWithNoun } from "@/lib/format/agreement";
import { toSentence } from "@/lib/format/sentence";
import { SettingsFrame } from "@/components/settings/settings-frame";
import { Button } from "@/components/ui/button";
import { SecretText } from "./secret-text";
import { WebhookForm } from "./webhook-form";
import { webhooksQuery } from "./webhook-requests";
import { WebhookRow } from "./webhook-row";

/** Lists the webhooks with their newest messages, and adds, tests, edits and deletes them. */
export function WebhooksPage() {
  const { data, error, refetch } = useQuery(webhooksQuery);
  const [isAdding, setAdding] = useState(false);
  const [created, setCreated] = useState<CreatedSecretResponse | null>(null);
  return (
    <SettingsFrame
      headline={
        <>
          <span className="font-semibold text-ink">
            {data === undefined ? "Webhooks" : `${countWithNoun(data.webhooks.length, "webhook")}.`}
          </span>{" "}
          Experiments use webhooks to request the rollback of a change.
        </>
      }
      errorText={error === null ? null : toSentence(error.message)}
      onRetry={() => void refetch()}
      loadingText={data === undefined ? "Loading the webhooks" : null}
    >
      {data !== undefined && data.webhooks.length > 0 && (
        <ul aria-label="Webhooks" className="mt-6 max-w-[820px] border-t border-rule">
          {data.webhooks.map((webhook) => (
            <WebhookRow key={webhook.id} webhook={webhook} />
          ))}
        </ul>
      )}
      {data?.hasSecretKey === false && (
        <p className="mt-6 max-w-[520px] text-ink-2">
          Webhooks need the environment variable RIDGEPOINT_SECRET_KEY, which encrypts their signing secrets.
        </p>
      )}
      {data?.hasSecretKey === true && !isAdding && (
        <Button
          className="mt-6"
          onClick={() => {
            setCreated(null);
            setAdding(true);
          }}
        >
          Add webhook
        </Button>
      )}
      {isAdding && (
        <WebhookForm
          webhook={null}
          onSaved={(response) => {
            setCreated(response);
            setAdding(false);
          }}
          onCancel={() => setAdding(false)}
        />
      )}
      {created !== null && <SecretText created={created} />}
    </SettingsFrame>
  );
}
