/** Sends the messages of webhooks that wait, including those whose attempt ended with its process. */
import {
  listDueMessageIds,
  sendWebhookMessage,
} from "@/lib/services/investigations/experiments/rollback-hook/send-webhook-message";
import type { OnDemandJob } from "./job";

/** Sends messages to webhooks when they are due. */
export const sendWebhookMessagesJob: OnDemandJob = {
  name: "send-webhook-messages",
  timeoutMs: 60_000,
  listWaitingKeys: listDueMessageIds,
  run: sendWebhookMessage,
};
