/** Reads which header of which proxies names the person who signed in there. */
import { BlockList, isIP } from "node:net";
import { EnvironmentError } from "./environment-error";
import type { RawEnvironment } from "./env-variables";

/** Header in which an authenticating proxy passes the signed-in person. */
export interface TrustedHeader {
  /** Name in lower case. */
  readonly name: string;
  /** Returns whether the address of a connection belongs to a proxy. */
  readonly isProxy: (address: string) => boolean;
}

const headerVariable = "RIDGEPOINT_TRUSTED_HEADER";
const proxiesVariable = "RIDGEPOINT_TRUSTED_PROXIES";

/** Headers with another meaning, which browsers or programs send themselves. */
const refusedNames =
  /^(?:authorization|cookie|host|origin|forwarded|x-forwarded-for|sec-.*|x-ridgepoint-.*)$/;

/**
 * Reads the header of an authenticating proxy from the environment; undefined if none is configured. Throws
 * EnvironmentError if one of the two variables is missing.
 */
export function readTrustedHeaderEnvironment(variables: RawEnvironment): TrustedHeader | undefined {
  const name = variables[headerVariable]?.trim().toLowerCase();
  const proxies = variables[proxiesVariable];
  if (name === undefined && proxies === undefined) return undefined;
  if (name === undefined)
    throw new EnvironmentError(
      headerVariable,
      `is not set but ${proxiesVariable} is`,
      `set ${headerVariable}`,
    );
  if (proxies === undefined)
    throw new EnvironmentError(
      proxiesVariable,
      `is not set but ${headerVariable} is, so every client could name any person`,
      `set ${proxiesVariable} to the addresses of the proxies, or unset ${headerVariable}`,
    );
  if (!/^[a-z0-9-]+$/.test(name) || refusedNames.test(name))
    throw new EnvironmentError(
      headerVariable,
      "is not a header for a person",
      `set ${headerVariable}=X-Forwarded-Email`,
    );
  const list = parseProxies(proxies);
  return { name, isProxy: (address) => isListed(list, address) };
}

function parseProxies(text: string): BlockList {
  const list = new BlockList();
  for (const entry of text.split(",").map((part) => part.trim())) addProxy(list, entry);
  return list;
}

function addProxy(list: BlockList, entry: string): void {
  const [address = "", prefix, more] = entry.split("/");
  const family = isIP(address);
  const maxPrefix = family === 4 ? 32 : 128;
  const length = prefix === undefined ? maxPrefix : Number(prefix);
  const isValid =
    family !== 0 && more === undefined && /^\d{1,3}$/.test(prefix ?? "0") && length <= maxPrefix;
  // A prefix of 0 would trust every client.
  if (!isValid || length === 0)
    throw new EnvironmentError(
      proxiesVariable,
      `contains “${entry}”, which is not an address or network`,
      `set ${proxiesVariable}=10.0.0.5,fd00::/64`,
    );
  list.addSubnet(address, length, family === 4 ? "ipv4" : "ipv6");
}

function isListed(list: BlockList, address: string): boolean {
  const plain = address.replace(/^::ffff:(?=\d+\.)/i, "");
  const family = isIP(plain);
  return family !== 0 && list.check(plain, family === 4 ? "ipv4" : "ipv6");
}
