import { testWebhookContract } from "@/lib/contracts/installation/webhooks";
import { route } from "@/lib/server/route";
import { testWebhook } from "@/lib/services/organisation/webhooks/test-webhook";

export const POST = route({ contract: testWebhookContract }, testWebhook);
