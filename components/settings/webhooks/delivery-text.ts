/** Describes deliveries of webhooks. */
import type { WebhookEntry } from "@/lib/contracts/installation/webhooks";
import { countWithNoun } from "@/lib/format/agreement";
import { formatCount } from "@/lib/format/number";
import type { DeliveryTrigger } from "@/lib/model/investigation/webhook";

/** Column text for the event that caused a message. */
export const triggerTitles: Readonly<Record<DeliveryTrigger, string>> = {
  test: "Test",
  person: "Fired by a person",
  "stop-rule": "Fired by the stop rule",
};

type Delivery = WebhookEntry["deliveries"][number];

/** Describes the outcome of a delivery of a webhook in sentences. */
export function describeDelivery({ state, status, durationMs, attemptCount, message }: Delivery): string {
  const attempts = countWithNoun(attemptCount, "attempt");
  if (state === "waiting") {
    if (attemptCount === 0) return "Waiting to be sent.";
    return message === null ? "Being sent." : `${message} ${attempts}, another attempt follows.`;
  }
  const time = durationMs === null ? "" : ` after ${formatCount(durationMs)} ms`;
  if (state === "delivered") return `Accepted with the status ${status ?? ""}${time}, ${attempts}.`;
  return `Failed${time}, ${attempts}. ${message ?? ""}`.trim();
}
