/**
 * Rules for addresses that a person enters. A private address needs the permission of the operator, as host and port in
 * an environment variable. Metadata services, reserved addresses, and the listener of this server are always refused.
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

/** Which private addresses the operator allows for URLs that a person enters. */
export interface PrivateAddressPermission {
  /** Environment variable that permits a private address, which refusals name. */
  readonly variable: string;
  /** Returns whether the operator allows private addresses for this host and port. */
  readonly isAllowed: (target: OutgoingTarget) => boolean;
}

/**
 * Creates rules that refuse metadata services, reserved addresses, addresses of this server, and private addresses
 * without a permission.
 */
export function createEnteredAddressRules(permission: PrivateAddressPermission): OutgoingRules {
  const find = (address: string, target: OutgoingTarget, verb: string): string | null =>
    findObstacle(address, { target, verb, permission });
  return {
    findHostRefusal: (target) => {
      if (isMetadataName(target.hostname)) return "is a metadata service";
      if (isPublicAddressOfServer(target)) return "is the address of Ridgepoint";
      return classifyAddress(target.hostname) === null ? null : find(target.hostname, target, "is");
    },
    findAddressRefusal: (address, target) => find(address, target, "resolves to"),
  };
}

interface CheckedConnection {
  readonly target: OutgoingTarget;
  readonly verb: string;
  readonly permission: PrivateAddressPermission;
}

function findObstacle(address: string, { target, verb, permission }: CheckedConnection): string | null {
  const range = classifyAddress(address) ?? "reserved";
  if (range === "metadata") return `${verb} a link-local or metadata address`;
  if (range === "reserved") return `${verb} a reserved address`;
  if (target.port === readEnvironment().port && isThisMachine(address)) return `${verb} Ridgepoint`;
  if (range === "public" || permission.isAllowed(target)) return null;
  return `${verb} a private address. The operator can allow it with ${permission.variable}`;
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
