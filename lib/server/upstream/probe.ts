/**
 * Small request to a source while its breaker is open. If it costs little, the body is checked too, because a login page
 * with status 200 must not count as a recovered source.
 */
import type { SourceKind } from "@/lib/model/sources/source";
import type { UpstreamRequest, UpstreamResponse } from "@/lib/model/sources/upstream";
import { AppError } from "@/lib/model/app-error";

interface ProbeDefinition {
  readonly request: UpstreamRequest;
  readonly isGood: (response: UpstreamResponse) => boolean;
}

const probes: Readonly<Record<SourceKind, ProbeDefinition>> = {
  prometheus: {
    // Every compatible server supports it, and Prometheus responds only once its storage is ready.
    request: { method: "GET", path: "/api/v1/query", query: [["query", "1"]] },
    isGood: ({ status, body }) =>
      status === 200 && /"status"\s*:\s*"success"/.test(Buffer.from(body).toString("utf8")),
  },
  jaeger: {
    // Either version of the API may be missing, so 404 counts as success too.
    request: { method: "GET", path: "/api/services" },
    isGood: ({ status }) => status === 200 || status === 404,
  },
  tempo: {
    request: { method: "GET", path: "/api/echo" },
    isGood: ({ status, body }) => status === 200 && Buffer.from(body).toString("utf8").trim() === "echo",
  },
};

/** Returns the small request by which a source of this kind is checked. */
export function createProbeRequest(kind: SourceKind): UpstreamRequest {
  return probes[kind].request;
}

/** Returns the error of a probe. Undefined when the source works. */
export function findProbeError(kind: SourceKind, response: UpstreamResponse): AppError | undefined {
  const { status, retryAfterMs } = response;
  const options = retryAfterMs === undefined ? {} : { retryAfterMs };
  if (status === 401 || status === 403) {
    return new AppError("source-auth-failed", `the credentials are refused (${status})`);
  }
  if (status === 429)
    return new AppError("source-rate-limited", "the source limits the request rate (429)", options);
  if (status === 503) return new AppError("source-not-ready", "not ready yet (503)", options);
  if (status >= 500) return new AppError("source-error", `fails with status ${status}`);
  if (probes[kind].isGood(response)) return undefined;
  return new AppError("source-bad-answer", `returns an unexpected response (${status})`);
}
