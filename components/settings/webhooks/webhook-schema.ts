/** Schema of the form of a webhook. Its output is the request body. The server checks the address. */
import { fail, succeed } from "@/lib/base/result";
import type { WebhookBody, WebhookEntry } from "@/lib/contracts/installation/webhooks";
import { titleError } from "@/lib/model/event";
import { webhookNameRules } from "@/lib/model/investigation/webhook";
import {
  nullIfEmpty,
  textField,
  validatedBy,
  z,
  type FormSchema,
} from "@/components/shared/forms/field-schemas";

/** Form values of a webhook. */
export interface WebhookValues {
  readonly name: string;
  /** Id of the team that can use the webhook. Empty for all teams. */
  readonly teamId: string;
  readonly url: string;
}

/** Checks the form of a webhook. The server checks the address again. */
export const webhookSchema: FormSchema<WebhookValues, WebhookBody> = z.object({
  name: textField(validatedBy((text) => titleError(text, webhookNameRules))),
  teamId: textField(nullIfEmpty(succeed<string>)),
  url: textField((text) =>
    /^https?:\/\/./i.test(text) ? succeed(text) : fail("Enter a URL that begins with http:// or https://."),
  ),
});

/** Returns the values of a stored webhook, or of a new one. */
export function toWebhookValues(webhook: WebhookEntry | null): WebhookValues {
  return { name: webhook?.name ?? "", teamId: webhook?.team?.id ?? "", url: webhook?.url ?? "" };
}
