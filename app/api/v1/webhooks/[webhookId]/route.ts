import { deleteWebhookContract, editWebhookContract } from "@/lib/contracts/installation/webhooks";
import { route } from "@/lib/server/route";
import { deleteWebhook, editWebhook } from "@/lib/services/organisation/webhooks/change-webhooks";

export const PATCH = route({ contract: editWebhookContract }, editWebhook);
export const DELETE = route({ contract: deleteWebhookContract }, deleteWebhook);
