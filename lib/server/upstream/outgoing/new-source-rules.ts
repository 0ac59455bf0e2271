/**
 * Rules for the addresses of sources that an admin checks before they are configured. Private addresses need an entry in
 * RIDGEPOINT_SOURCE_HOSTS, unless the operator already configured a source there.
 */
import { readEnvironment } from "@/lib/server/environment/env";
import { sourceHostsVariable } from "@/lib/server/environment/env-allowed-hosts";
import { toTarget, type OutgoingRules } from "./outgoing-rules";
import { createEnteredAddressRules } from "./entered-address-rules";

/**
 * Rules for new sources: no metadata service, no address of this server, and private addresses only if they are listed
 * or if a configured source has the same host and port.
 */
export const newSourceRules: OutgoingRules = createEnteredAddressRules({
  variable: sourceHostsVariable,
  isAllowed: ({ hostname, port }) => {
    const { sourceHosts, sources } = readEnvironment();
    return [...sourceHosts, ...sources.map(({ url }) => toTarget(new URL(url)))].some(
      (one) => one.hostname === hostname && one.port === port,
    );
  },
});
