/** Reads lists of private hosts to which the operator allows connections that a person requests. */
import { EnvironmentError } from "./environment-error";
import type { RawEnvironment } from "./env-variables";

/** A host and port to which the server may connect although its address is private. */
export interface AllowedHost {
  /** In lower case, without brackets. */
  readonly hostname: string;
  readonly port: number;
}

/** Variable with the private hosts to which webhooks may be sent. */
export const webhookHostsVariable = "RIDGEPOINT_WEBHOOK_HOSTS";
/** Variable with the private hosts that the check of new sources may query. */
export const sourceHostsVariable = "RIDGEPOINT_SOURCE_HOSTS";

/** Returns the hosts of the variable `name`. Throws EnvironmentError for an entry that is not a host with a port. */
export function readAllowedHosts(
  name: typeof webhookHostsVariable | typeof sourceHostsVariable,
  variables: RawEnvironment,
): readonly AllowedHost[] {
  return (variables[name] ?? "")
    .split(",")
    .map((part) => part.trim())
    .filter((part) => part !== "")
    .map((part) => parseHost(name, part));
}

function parseHost(name: string, text: string): AllowedHost {
  const port = Number(/:(\d{1,5})$/.exec(text)?.[1] ?? Number.NaN);
  const url = `http://${text}/`;
  const isHost = /^[^\s/?#@\\]+$/.test(text) && port > 0 && port <= 65_535 && URL.canParse(url);
  if (!isHost)
    throw new EnvironmentError(
      name,
      `has the entry ${text}, which is not a host and a port`,
      `set ${name}, for example ${name}=server.internal:8443`,
    );
  return { hostname: new URL(url).hostname.replace(/^\[|\]$/g, "").toLowerCase(), port };
}
