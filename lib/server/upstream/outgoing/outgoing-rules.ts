/** Rules for the addresses of one kind of outgoing connection, and the checks that need no network. */
import { fail, succeed, type Result } from "@/lib/base/result";
import { trimTrailing } from "@/lib/base/trim-characters";

/** Host and port to which a connection is made. */
export interface OutgoingTarget {
  /** Host as in a URL, without the brackets of an IPv6 address. */
  readonly hostname: string;
  readonly port: number;
}

/** Decides to which hosts and addresses the server may connect. */
export interface OutgoingRules {
  /** Returns why the server must not connect, as a predicate such as "is a metadata address"; null if it may. */
  readonly findHostRefusal: (target: OutgoingTarget) => string | null;
  /** Returns why the server must not connect to an address to which the host name resolves; null if it may. */
  readonly findAddressRefusal: (address: string, target: OutgoingTarget) => string | null;
}

const metadataNames: ReadonlySet<string> = new Set([
  "metadata",
  "instance-data",
  "metadata.google.internal",
  "metadata.goog",
  "metadata.azure.internal",
  "metadata.tencentyun.com",
  "instance-data.ec2.internal",
]);

/** Returns whether the host name belongs to a metadata service. */
export function isMetadataName(hostname: string): boolean {
  return metadataNames.has(normaliseHostname(hostname));
}

/** Returns a host name in lower case, without brackets and without dots at its end. */
export function normaliseHostname(hostname: string): string {
  return trimTrailing(hostname.replace(/^\[|\]$/g, ""), ".").toLowerCase();
}

/** Returns the host and port of a URL. */
export function toTarget(url: URL): OutgoingTarget {
  const defaultPort = url.protocol === "https:" ? 443 : 80;
  return {
    hostname: normaliseHostname(url.hostname),
    port: url.port === "" ? defaultPort : Number(url.port),
  };
}

const maxUrlLength = 2_000;

/**
 * Parses a URL that a person entered. Returns why it is refused, as a predicate. The host name is not resolved here,
 * because it may resolve to another address later. `outgoing-agent.ts` checks the address of each connection.
 */
export function parseOutgoingUrl(text: string, rules: OutgoingRules): Result<URL, string> {
  if (text.length > maxUrlLength) return fail(`is longer than ${maxUrlLength} characters`);
  // These characters are refused, because the URL parser would remove or replace them.
  if (/[\s\\\p{Cc}\p{Cf}]/u.test(text)) return fail("contains a space, a backslash, or a control character");
  if (!URL.canParse(text)) return fail("is not a URL");
  const url = new URL(text);
  if (!/^https?:$/.test(url.protocol) || !/^https?:\/\//i.test(text))
    return fail("must begin with http:// or https://");
  if (url.username !== "" || url.password !== "") return fail("must not contain a user name or password");
  if (url.hash !== "") return fail("must not contain #");
  const target = toTarget(url);
  if (target.port === 0) return fail("must not have the port 0");
  const obstacle = rules.findHostRefusal(target);
  return obstacle === null ? succeed(url) : fail(obstacle);
}
