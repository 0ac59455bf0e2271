import { renewWebhookSecretContract } from "@/lib/contracts/installation/webhooks";
import { route } from "@/lib/server/route";
import { renewWebhookSecret, withoutSecret } from "@/lib/services/organisation/webhooks/change-webhooks";

export const POST = route(
  { contract: renewWebhookSecretContract, forRepeats: withoutSecret },
  renewWebhookSecret,
);
