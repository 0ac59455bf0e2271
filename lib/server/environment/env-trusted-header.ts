/** Reads the header in which a proxy names the person who signed in, and the addresses of the accepted proxies. */
import { EnvironmentError } from "./environment-error";
import type { RawEnvironment } from "./env-variables";
import { parseNetworks, type AddressTest } from "./network-list";

/** Header in which an authenticating proxy passes the signed-in person. */
export interface TrustedHeader {
  /** Name in lower case. */
  readonly name: string;
  /** Returns whether the address of a connection belongs to a proxy. */
  readonly isProxy: AddressTest;
}

const headerVariable = "RIDGEPOINT_TRUSTED_HEADER";
const proxiesVariable = "RIDGEPOINT_TRUSTED_PROXIES";

/** Headers that are refused as the header for a person, because browsers or programs send them with another meaning. */
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
  return { name, isProxy: parseNetworks(proxiesVariable, proxies) };
}
