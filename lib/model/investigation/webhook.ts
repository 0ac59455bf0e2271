/** Webhooks: addresses that receive signed messages, and the deliveries of these messages. */

/**
 * Events that make the server send a message to a webhook.
 *
 * - `test`: an admin chose "Send test"
 * - `person`: a person fired the rollback hook of an experiment
 * - `stop-rule`: a guard of an experiment was worse at two consecutive interim analyses
 */
export const deliveryTriggers = ["test", "person", "stop-rule"] as const;
/** Event that makes the server send a message. */
export type DeliveryTrigger = (typeof deliveryTriggers)[number];

/**
 * States of a message to a webhook.
 *
 * - `waiting`: not sent yet, or sent without a response and repeated later
 * - `delivered`: the receiver accepted the message with a status from 200 to 299
 * - `failed`: the receiver refused the message, no attempt had a response, or its webhook was changed before it was sent
 */
export const deliveryStates = ["waiting", "delivered", "failed"] as const;
/** State of a message to a webhook. */
export type DeliveryState = (typeof deliveryStates)[number];

/** Limits of webhooks and of their messages. */
export const webhookLimits = {
  maxWebhooks: 100,
  maxNameLength: 80,
  maxUrlLength: 2_000,
  /** Deliveries of one webhook that the page lists. */
  maxListedDeliveries: 10,
  timeoutMs: 10_000,
  /** Attempts of one message. Only a message without a response is repeated. */
  maxAttempts: 3,
} as const;

/** Time from an attempt without a response to the next attempt. */
export const retryDelaysMs: readonly number[] = [30_000, 120_000];

/** Time after which an attempt without a result is considered lost, because its process ended. */
export const attemptLeaseMs = 30_000;

/** Rules for the name of a webhook. */
export const webhookNameRules = { maxLength: webhookLimits.maxNameLength, emptyError: "Name the webhook." };
