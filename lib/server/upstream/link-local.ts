/**
 * Recognises link-local addresses and the metadata services of clouds. They return credentials of the machine, and no
 * metrics or trace server has such an address. RIDGEPOINT_ALLOW_LINK_LOCAL allows them.
 */
import dns, { type LookupAddress, type LookupOptions } from "node:dns";
import { BlockList, isIP } from "node:net";

const addresses = new BlockList();
addresses.addSubnet("169.254.0.0", 16, "ipv4");
addresses.addSubnet("fe80::", 10, "ipv6");
// The same addresses behind a NAT64 gateway.
addresses.addSubnet("64:ff9b::a9fe:0", 112, "ipv6");
// Alibaba Cloud, Azure, Oracle Cloud, Amazon and Google.
for (const address of ["100.100.100.200", "168.63.129.16", "192.0.0.192"])
  addresses.addAddress(address, "ipv4");
for (const address of ["fd00:ec2::254", "fd20:ce::254"]) addresses.addAddress(address, "ipv6");

const metadataNames =
  /^(?:metadata|instance-data|metadata\.google\.internal|instance-data\.ec2\.internal)\.?$/i;

/** Error code for a host name that resolves to a link-local address or to a metadata service. */
export const linkLocalErrorCode = "ERR_LINK_LOCAL_ADDRESS";

export const allowLinkLocalVariable = "RIDGEPOINT_ALLOW_LINK_LOCAL";

/** Returns whether the host of a URL is a link-local address in any notation, or a metadata service. */
export function isLinkLocalHost(url: URL): boolean {
  const host = url.hostname.replace(/^\[|\]$/g, "");
  return metadataNames.test(host) || isLinkLocalAddress(host);
}

function isLinkLocalAddress(address: string): boolean {
  const [plain = ""] = address.split("%", 1);
  const version = isIP(plain);
  return version !== 0 && addresses.check(plain, version === 4 ? "ipv4" : "ipv6");
}

type LookupCallback = (
  error: NodeJS.ErrnoException | null,
  address: string | LookupAddress[],
  family?: number,
) => void;

/**
 * Resolves a host name for one connection. Fails if the name resolves to a link-local address or a metadata service. A
 * check before the connection would not be safe, because the name may resolve to a different address the next time.
 */
export function lookupWithoutLinkLocal(
  hostname: string,
  options: LookupOptions,
  callback: LookupCallback,
): void {
  dns.lookup(hostname, options, (error, address, family) => {
    const resolved = typeof address === "string" ? [address] : (address ?? []).map((one) => one.address);
    const isRefused = error === null && !isAllowed() && resolved.some(isLinkLocalAddress);
    if (isRefused) callback(Object.assign(new Error(linkLocalErrorCode), { code: linkLocalErrorCode }), []);
    else callback(error, address, family);
  });
}

/** Reads the variable directly, because the doctor connects without a complete environment. */
function isAllowed(): boolean {
  return process.env[allowLinkLocalVariable] === "1";
}
