/**
 * Rules for addresses that a person enters. A private address needs the permission of the operator, as host and port in
 * RIDGEPOINT_WEBHOOK_HOSTS. Metadata services, reserved addresses, and the listener of this server are always refused.
 */
import { networkInterfaces } from "node:os";
import { readEnvironment } from "@/lib/server/environment/env";
import { classifyAddress } from "./address-ranges";
import {
  isMetadataName,
  normaliseHostname,
  toTarget,
  type OutgoingRules,
  type OutgoingTarget,
} from "./outgoing-rules";

const webhookHostsVariable = "RIDGEPOINT_WEBHOOK_HOSTS";

/**
 * Rules for webhooks: no metadata service, no address of this server, and private addresses only if they are
 * listed.
 */
export const webhookRules: OutgoingRules = {
  findHostObstacle: (target) => {
    if (isMetadataName(target.hostname)) return "is a metadata service";
    if (isPublicAddressOfServer(target)) return "is the address of Ridgepoint";
    return classifyAddress(target.hostname) === null ? null : findObstacle(target.hostname, target, "is");
  },
  findAddressObstacle: (address, target) => findObstacle(address, target, "resolves to"),
};

function findObstacle(address: string, target: OutgoingTarget, verb: string): string | null {
  const range = classifyAddress(address) ?? "reserved";
  if (range === "metadata") return `${verb} a link-local or metadata address`;
  if (range === "reserved") return `${verb} a reserved address`;
  if (target.port === readEnvironment().port && isThisMachine(address)) return `${verb} Ridgepoint`;
  if (range === "public" || isAllowed(target)) return null;
  return `${verb} a private address. The operator can allow it with ${webhookHostsVariable}`;
}

/** Returns whether the operator allows private addresses for this host and port. */
function isAllowed({ hostname, port }: OutgoingTarget): boolean {
  return readEnvironment().webhookHosts.some((one) => one.hostname === hostname && one.port === port);
}

function isPublicAddressOfServer({ hostname, port }: OutgoingTarget): boolean {
  const { publicUrl } = readEnvironment();
  if (publicUrl === undefined) return false;
  const own = toTarget(publicUrl);
  return own.hostname === hostname && own.port === port;
}

function isThisMachine(address: string): boolean {
  const plain = normaliseHostname(address).replace(/^::ffff:(?=[\d.]+$)/, "");
  if (plain === "::1" || plain.startsWith("127.") || plain.startsWith("::ffff:7f")) return true;
  return Object.values(networkInterfaces()).some((list) => list?.some((one) => one.address === plain));
}
