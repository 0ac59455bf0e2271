/** Reads the private hosts to which the operator allows webhooks. */
import { EnvironmentError } from "./environment-error";
import type { RawEnvironment } from "./env-variables";

/** A host and port to which webhooks may be sent although their address is private. */
export interface WebhookHost {
  /** In lower case, without brackets. */
  readonly hostname: string;
  readonly port: number;
}

const name = "RIDGEPOINT_WEBHOOK_HOSTS";

/** Returns the hosts of the variable. Throws EnvironmentError for an entry that is not a host with a port. */
export function readWebhookHosts(variables: RawEnvironment): readonly WebhookHost[] {
  return (variables[name] ?? "")
    .split(",")
    .map((part) => part.trim())
    .filter((part) => part !== "")
    .map(parseHost);
}

function parseHost(text: string): WebhookHost {
  const port = Number(/:(\d{1,5})$/.exec(text)?.[1] ?? Number.NaN);
  const url = `http://${text}/`;
  const isHost = /^[^\s/?#@\\]+$/.test(text) && port > 0 && port <= 65_535 && URL.canParse(url);
  if (!isHost)
    throw new EnvironmentError(
      name,
      `has the entry ${text}, which is not a host and a port`,
      `set ${name}, for example ${name}=rollback.internal:8443`,
    );
  return { hostname: new URL(url).hostname.replace(/^\[|\]$/g, "").toLowerCase(), port };
}
