/** Endpoints of webhooks, which admins manage: list, add, edit, test, replace the secret, and delete. */
import { z } from "zod";
import {
  deliveryStates,
  deliveryTriggers,
  webhookLimits,
  webhookNameRules,
} from "@/lib/model/investigation/webhook";
import { defineContract, type ResponseOf } from "../contract";
import { emptyObject } from "../fields";
import { editRules, oneLine, readRules, removeRules, writeRules } from "../investigations/request-fields";

const delivery = z.object({
  /** Id of the message, which is sent in the header webhook-id. */
  id: z.string(),
  trigger: z.enum(deliveryTriggers),
  state: z.enum(deliveryStates),
  attemptCount: z.number().int(),
  /** HTTP status of the response; null without a response. */
  status: z.number().int().nullable(),
  durationMs: z.number().nullable(),
  /** Why the latest attempt failed; null unless it failed. */
  message: z.string().nullable(),
  /** Start of the response, at most 1 KiB; null without a response. */
  responseStart: z.string().nullable(),
  author: z.string(),
  createdAtMs: z.number(),
});

const webhook = z.object({
  id: z.string(),
  name: z.string(),
  /** Team whose experiments may use the webhook. Null: all teams. */
  team: z.object({ id: z.string(), name: z.string() }).nullable(),
  url: z.string(),
  secretAtMs: z.number(),
  author: z.string(),
  version: z.number().int(),
  /** The newest deliveries, the newest first. */
  deliveries: z.array(delivery),
});

const content = z.strictObject({
  name: oneLine(webhookNameRules),
  teamId: z.uuid().nullable().default(null),
  url: z.string().max(webhookLimits.maxUrlLength),
});

const params = z.strictObject({ webhookId: z.uuid() });
const changed = z.object({ asOfMs: z.number(), webhook });
const changedSecret = changed.extend({
  /** Null in the response to a repeated request, because the text is returned once. */
  secret: z.string().nullable(),
});

/** Lists webhooks with their newest deliveries. Needs the role admin. */
export const webhooksContract = defineContract({
  ...readRules,
  id: "webhooks",
  path: "/api/v1/webhooks",
  params: emptyObject,
  response: z.object({
    asOfMs: z.number(),
    /** False without RIDGEPOINT_SECRET_KEY, which encrypts the secrets. */
    hasSecretKey: z.boolean(),
    /** By name. */
    webhooks: z.array(webhook),
  }),
});

/** Adds a webhook. Only this response contains its secret. */
export const addWebhookContract = defineContract({
  ...writeRules,
  id: "add-webhook",
  path: "/api/v1/webhooks",
  params: emptyObject,
  body: content,
  response: changedSecret,
});

/** Replaces name, address and team of a webhook. */
export const editWebhookContract = defineContract({
  ...editRules,
  id: "edit-webhook",
  path: "/api/v1/webhooks/[webhookId]",
  params,
  body: content,
  response: changed,
});

/** Replaces the secret of a webhook. The old secret is invalid from then on. */
export const renewWebhookSecretContract = defineContract({
  ...writeRules,
  id: "renew-webhook-secret",
  path: "/api/v1/webhooks/[webhookId]/secret",
  params,
  body: emptyObject,
  response: changedSecret,
});

/** Sends one signed message of the type `webhook.test`, and returns its outcome. It is not repeated. */
export const testWebhookContract = defineContract({
  ...writeRules,
  id: "test-webhook",
  path: "/api/v1/webhooks/[webhookId]/test",
  timeLimitMs: webhookLimits.timeoutMs + 5_000,
  params,
  body: emptyObject,
  response: changed,
});

/** Deletes a webhook. */
export const deleteWebhookContract = defineContract({
  ...removeRules,
  guard: "if-match",
  id: "delete-webhook",
  path: "/api/v1/webhooks/[webhookId]",
  params,
  /** Experiments that use the webhook have no rollback hook from then on. */
  body: emptyObject,
  response: z.object({ deletedId: z.string() }),
});

/** A webhook without its secret. */
export type WebhookEntry = z.infer<typeof webhook>;
/** Response of `GET /api/v1/webhooks`. */
export type WebhooksResponse = ResponseOf<typeof webhooksContract>;
/** Body of `POST /api/v1/webhooks`. */
export type WebhookBody = z.input<typeof addWebhookContract.body>;
/** Response of `POST /api/v1/webhooks`, which contains the secret once. */
export type CreatedSecretResponse = ResponseOf<typeof addWebhookContract>;
