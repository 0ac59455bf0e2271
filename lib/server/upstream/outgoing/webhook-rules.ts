/** Rules for the addresses of webhooks. Private addresses need an entry in RIDGEPOINT_WEBHOOK_HOSTS. */
import { readEnvironment } from "@/lib/server/environment/env";
import { webhookHostsVariable } from "@/lib/server/environment/env-allowed-hosts";
import type { OutgoingRules } from "./outgoing-rules";
import { createEnteredAddressRules } from "./entered-address-rules";

/**
 * Rules for webhooks: no metadata service, no address of this server, and private addresses only if they are
 * listed.
 */
export const webhookRules: OutgoingRules = createEnteredAddressRules({
  variable: webhookHostsVariable,
  isAllowed: ({ hostname, port }) =>
    readEnvironment().webhookHosts.some((one) => one.hostname === hostname && one.port === port),
});
