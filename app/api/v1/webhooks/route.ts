import { addWebhookContract, webhooksContract } from "@/lib/contracts/installation/webhooks";
import { route } from "@/lib/server/route";
import { addWebhook, withoutSecret } from "@/lib/services/organisation/webhooks/change-webhooks";
import { listWebhooks } from "@/lib/services/organisation/webhooks/list-webhooks";

export const GET = route({ contract: webhooksContract }, listWebhooks);
export const POST = route(
  { contract: addWebhookContract, chooseStatus: () => 201, forRepeats: withoutSecret },
  addWebhook,
);
