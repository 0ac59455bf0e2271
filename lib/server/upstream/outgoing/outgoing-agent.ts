/**
 * Connections to other servers. The address of each connection is checked when the host name is resolved, and the
 * connection is made to this address. A check before the connection would not be safe, because the name may resolve to a
 * different address the next time.
 */
import dns, { type LookupAddress, type LookupOptions } from "node:dns";
import { Agent, buildConnector } from "undici";
import { normaliseHostname, type OutgoingRules, type OutgoingTarget } from "./outgoing-rules";

/** Error of a connection whose address the rules refuse. */
export class RefusedAddressError extends Error {
  override readonly name = "RefusedAddressError";
  /** Predicate of the host, such as "resolves to a private address". */
  readonly obstacle: string;

  constructor(obstacle: string) {
    super(obstacle);
    this.obstacle = obstacle;
  }
}

/** Limits of an agent's connections, and its trusted certificates. */
export interface AgentOptions {
  readonly connections: number;
  readonly connectTimeoutMs: number;
  /** Certificates to trust. If absent, the certificates of the system are trusted. */
  readonly ca?: string[];
}

type LookupCallback = (
  error: NodeJS.ErrnoException | null,
  address: string | LookupAddress[],
  family?: number,
) => void;

/** Returns an agent that connects only to addresses that the rules accept. */
export function createOutgoingAgent(
  rules: OutgoingRules,
  { connections, connectTimeoutMs, ca }: AgentOptions,
): Agent {
  // A connector stores the TLS sessions of its host, so it is reused for the next connection.
  const connectors = new Map<string, buildConnector.connector>();
  const findConnector = (target: OutgoingTarget): buildConnector.connector => {
    const key = `${target.hostname} ${target.port}`;
    const known = connectors.get(key);
    if (known !== undefined) return known;
    const lookup = createCheckedDnsLookup(rules, target);
    const connector = buildConnector({
      timeout: connectTimeoutMs,
      lookup,
      ...(ca === undefined ? {} : { ca }),
    });
    connectors.set(key, connector);
    return connector;
  };
  return new Agent({
    connections,
    connect: (options, callback) => {
      const target = { hostname: normaliseHostname(options.hostname), port: toPort(options) };
      // A connection to an IP address resolves nothing, so its host is checked here.
      const obstacle = rules.findHostRefusal(target);
      if (obstacle === null) findConnector(target)(options, callback);
      else callback(new RefusedAddressError(obstacle), null);
    },
  });
}

function toPort({ port, protocol }: Pick<buildConnector.Options, "port" | "protocol">): number {
  if (port !== "") return Number(port);
  return protocol === "https:" ? 443 : 80;
}

/** Returns a lookup that fails if any of the addresses of a host is refused. */
export function createCheckedDnsLookup(rules: OutgoingRules, target: OutgoingTarget) {
  return (hostname: string, options: LookupOptions, callback: LookupCallback): void => {
    dns.lookup(hostname, options, (error, address, family) => {
      if (error !== null) {
        callback(error, address, family);
        return;
      }
      const resolved = typeof address === "string" ? [address] : address.map((one) => one.address);
      const obstacle = resolved
        .map((one) => rules.findAddressRefusal(one, target))
        .find((found) => found !== null);
      if (obstacle === undefined) callback(null, address, family);
      else callback(new RefusedAddressError(obstacle), []);
    });
  };
}
