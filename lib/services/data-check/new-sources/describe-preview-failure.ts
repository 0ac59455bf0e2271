/** Describes why a new source could not be queried, and what to do. */
import type { AppError } from "@/lib/model/app-error";
import type { SourceFailure } from "@/lib/model/sources/source";
import { sourceHostsVariable } from "@/lib/server/environment/env-allowed-hosts";
import { toTarget } from "@/lib/server/upstream/outgoing/outgoing-rules";
import { toSourceFailure } from "@/lib/services/sources/source-health";

/** A source that could not be queried. */
export interface PreviewFailure {
  readonly kind: "failed";
  readonly failure: SourceFailure;
  readonly detail: string;
  readonly fix: string;
}

interface FailedSource {
  readonly url: string;
  readonly prefix: "PROMETHEUS" | "JAEGER";
}

/**
 * Returns the failure of a new source. A closed port, an unknown host and a refused address of a host have the same
 * text, so that the response reveals nothing about a private network.
 */
export function describePreviewFailure(error: AppError, source: FailedSource): PreviewFailure {
  const failure = toSourceFailure(error.code);
  const detail = failure === "unreachable" ? `${new URL(source.url).host} cannot be reached` : error.message;
  return { kind: "failed", failure, detail, fix: createFix(failure, source) };
}

const exampleUrls = { PROMETHEUS: "http://prometheus:9090", JAEGER: "http://jaeger:16686" } as const;

function createFix(failure: SourceFailure, { url, prefix }: FailedSource): string {
  switch (failure) {
    case "unreachable": {
      const { hostname, port } = toTarget(new URL(url));
      const host = hostname.includes(":") ? `[${hostname}]:${port}` : `${hostname}:${port}`;
      return `Check the host, the port and http or https, and that the server accepts connections from Ridgepoint. If the address is private, the operator must also allow this check with ${sourceHostsVariable}=${host}.`;
    }
    case "untrusted": {
      return `Set ${prefix}_CA_FILE to a PEM file with the CA that signed the certificate. This check trusts only the CAs of the system.`;
    }
    case "auth-failed": {
      return `Set ${prefix}_BEARER_TOKEN_FILE, or ${prefix}_USERNAME and ${prefix}_PASSWORD_FILE, or a tenant header in ${prefix}_HEADERS. This check sends no credentials.`;
    }
    case "refused":
    case "bad-answer": {
      return `Enter the base URL of the API, such as ${exampleUrls[prefix]}, and not of a sign-in page or a different server.`;
    }
    case "slow":
    case "server-error": {
      return "Look at the load and the log of the server, then repeat the check.";
    }
    case "rate-limited":
    case "not-ready": {
      return "Wait, then repeat the check.";
    }
    case "too-large": {
      return "The server returns more data than this check may read. A configured source has a higher limit: set its variable and restart Ridgepoint.";
    }
  }
}
