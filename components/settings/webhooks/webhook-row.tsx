"use client";

import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import type { CreatedSecretResponse, WebhookEntry } from "@/lib/contracts/installation/webhooks";
import { formatDateTime } from "@/lib/format/time";
import { InlineConfirmation } from "@/components/shared/forms/inline-confirmation";
import { useSendConfirmed } from "@/components/shared/forms/confirmation";
import { WriteError } from "@/components/shared/forms/write-error";
import { isolateDirection } from "@/components/shared/isolated-text";
import { useTimeZone } from "@/components/shared/use-time-zone";
import { ZonedText } from "@/components/shared/zoned-text";
import { Button } from "@/components/ui/button";
import { describeDelivery, triggerTitles } from "./delivery-text";
import { SecretText } from "./secret-text";
import { WebhookForm } from "./webhook-form";
import { deleteWebhook, renewSecret, testWebhook, webhooksQuery } from "./webhook-requests";

type Question = "delete" | "renew";

const questions: Readonly<Record<Question, { readonly text: string; readonly button: string }>> = {
  delete: {
    text: "After the deletion, experiments that use this webhook have no rollback hook.",
    button: "Delete webhook",
  },
  renew: { text: "The receiver must know the new secret before the next message.", button: "Replace secret" },
};

/** One webhook with its newest deliveries, and the actions of admins. */
export function WebhookRow({ webhook }: { readonly webhook: WebhookEntry }) {
  const { id, name, team, url, deliveries } = webhook;
  const [isEditing, setEditing] = useState(false);
  const [question, setQuestion] = useState<Question | null>(null);
  const [renewed, setRenewed] = useState<CreatedSecretResponse | null>(null);
  const queries = useQueryClient();
  const confirmed = useSendConfirmed();
  const onSettled = () => queries.invalidateQueries({ queryKey: webhooksQuery.queryKey });
  const test = useMutation({ mutationFn: () => confirmed(() => testWebhook(id)), onSettled });
  const answer = useMutation({
    mutationFn: async (action: Question) => {
      if (action === "delete") await confirmed(() => deleteWebhook(webhook));
      else setRenewed(await confirmed(() => renewSecret(id)));
    },
    onSuccess: () => setQuestion(null),
    onSettled,
  });
  return (
    <li aria-label={name} className="border-b border-rule py-2">
      <div className="flex flex-wrap items-center gap-x-3 gap-y-1">
        <span className="font-medium wrap-anywhere">{isolateDirection(name)}</span>
        <span className="text-xs text-ink-2">
          {team === null ? "all teams" : isolateDirection(team.name)}
        </span>
        {!isEditing && (
          <span className="ml-auto flex flex-wrap gap-2">
            <Button
              size="sm"
              aria-label={`Send test to ${name}`}
              disabled={test.isPending}
              onClick={() => test.mutate()}
            >
              {test.isPending ? "Sending" : "Send test"}
            </Button>
            <Button size="sm" aria-label={`Edit ${name}`} onClick={() => setEditing(true)}>
              Edit
            </Button>
            <Button size="sm" aria-label={`New secret for ${name}`} onClick={() => setQuestion("renew")}>
              New secret
            </Button>
            <Button size="sm" aria-label={`Delete ${name}`} onClick={() => setQuestion("delete")}>
              Delete
            </Button>
          </span>
        )}
      </div>
      <p className="font-mono text-xs wrap-anywhere text-ink-2">{isolateDirection(url)}</p>
      {question !== null && (
        <InlineConfirmation
          label={`${questions[question].button} of ${name}`}
          action={questions[question].button}
          isPending={answer.isPending}
          onConfirm={() => answer.mutate(question)}
          onCancel={() => setQuestion(null)}
        >
          {questions[question].text}
        </InlineConfirmation>
      )}
      {renewed !== null && <SecretText created={renewed} />}
      <WriteError error={test.error ?? answer.error} className="pt-1" />
      {isEditing && (
        <WebhookForm webhook={webhook} onSaved={() => setEditing(false)} onCancel={() => setEditing(false)} />
      )}
      <Deliveries name={name} deliveries={deliveries} />
    </li>
  );
}

function Deliveries({ name, deliveries }: Pick<WebhookEntry, "name" | "deliveries">) {
  const timeZone = useTimeZone();
  if (deliveries.length === 0) return <p className="pt-1 text-xs text-ink-2">No message was sent yet.</p>;
  return (
    <ul aria-label={`Messages to ${name}`} className="pt-1 text-xs">
      {deliveries.map((one) => (
        <li key={one.id} className="py-0.5 wrap-anywhere">
          <span className="text-ink-2">
            <ZonedText>{formatDateTime(one.createdAtMs, timeZone)}</ZonedText>
          </span>{" "}
          {triggerTitles[one.trigger]}, {isolateDirection(one.author)}: {describeDelivery(one)}
          {one.responseStart !== null && one.responseStart !== "" && (
            <>
              {" "}
              Response: <code className="font-mono">{isolateDirection(one.responseStart)}</code>
            </>
          )}
        </li>
      ))}
    </ul>
  );
}
