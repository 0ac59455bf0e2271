/** Sorts IP addresses by who can be reached at them. Pure: host names are resolved in `outgoing-agent.ts`. */
import { BlockList, isIP } from "node:net";

/**
 * Kinds of IP addresses, which the rules of outgoing connections treat differently.
 *
 * - `public`: a host on the internet
 * - `private`: this machine or a private network
 * - `metadata`: a link-local address or the metadata service of a cloud, which returns credentials of the machine
 * - `reserved`: no single host, such as multicast, or a tunnel to another address
 */
export type AddressRange = "public" | "private" | "metadata" | "reserved";

type Subnet = readonly [network: string, prefixLength: number];

const metadata = listOf([
  ["169.254.0.0", 16],
  // Alibaba Cloud, Azure, Oracle Cloud.
  ["100.100.100.200", 32],
  ["168.63.129.16", 32],
  ["192.0.0.192", 32],
  ["fe80::", 10],
  // Amazon and Google.
  ["fd00:ec2::254", 128],
  ["fd20:ce::254", 128],
]);

const reserved = listOf([
  ["0.0.0.0", 8],
  ["192.88.99.0", 24],
  ["224.0.0.0", 4],
  ["240.0.0.0", 4],
  ["::", 128],
  ["100::", 64],
  ["2001::", 32],
  ["2002::", 16],
  ["3fff::", 20],
  ["ff00::", 8],
]);

const privateNetworks = listOf([
  ["10.0.0.0", 8],
  ["100.64.0.0", 10],
  ["127.0.0.0", 8],
  ["172.16.0.0", 12],
  ["192.0.0.0", 24],
  ["192.0.2.0", 24],
  ["192.168.0.0", 16],
  ["198.18.0.0", 15],
  ["198.51.100.0", 24],
  ["203.0.113.0", 24],
  ["::1", 128],
  ["2001:db8::", 32],
  ["fc00::", 7],
  ["fec0::", 10],
]);

/** IPv6 addresses of the internet, and IPv4 addresses in IPv6 notation. Everything else is reserved. */
const globalIpv6 = new BlockList();
globalIpv6.addSubnet("2000::", 3, "ipv6");
globalIpv6.addSubnet("64:ff9b::", 96, "ipv6");
globalIpv6.addSubnet("::ffff:0:0", 96, "ipv6");

/** Returns the range of an IP address, also with a zone such as fe80::1%eth0. Null for text that is no IP address. */
export function classifyAddress(address: string): AddressRange | null {
  const [plain = ""] = address.split("%", 1);
  const version = isIP(plain);
  if (version === 0) return null;
  const family = version === 4 ? "ipv4" : "ipv6";
  if (metadata.check(plain, family)) return "metadata";
  if (reserved.check(plain, family)) return "reserved";
  if (privateNetworks.check(plain, family)) return "private";
  return version === 4 || globalIpv6.check(plain, family) ? "public" : "reserved";
}

/** A list also contains its IPv4 subnets behind a NAT64 gateway. Node checks addresses such as ::ffff:10.0.0.1 as IPv4. */
function listOf(subnets: readonly Subnet[]): BlockList {
  const list = new BlockList();
  for (const [network, prefixLength] of subnets) {
    if (isIP(network) === 6) list.addSubnet(network, prefixLength, "ipv6");
    else {
      list.addSubnet(network, prefixLength, "ipv4");
      list.addSubnet(`64:ff9b::${network}`, 96 + prefixLength, "ipv6");
    }
  }
  return list;
}
