/**
 * Maps status and body of a failed response to error codes. Prometheus error messages are kept, sanitized and
 * shortened. Other bodies are quoted by their first characters at most.
 */
import { AppError, type AppErrorOptions } from "@/lib/model/app-error";
import type { UpstreamResponse } from "@/lib/model/sources/upstream";
import { redactToLine } from "@/lib/base/safe-text";
import type { DecodeResult, UndecodableResponse } from "./decoded-response";
import { envelopeSchema, type ResponseEnvelope } from "./wire";

type ResponseSummary = Pick<UpstreamResponse, "status" | "contentType" | "retryAfterMs">;

/** Maximum number of characters of an error message that are searched for known wordings. */
const maxErrorLength = 4_000;
const maxTextLength = 400;
const maxQuoteLength = 200;

const tooLarge =
  /exceeded maximum resolution|too many (?:samples|points|series|timeseries)|maxPointsPerTimeseries|maxUniqueTimeseries|maxSamplesPer|(?:matches|select) more than|exceeded (?:the )?(?:maximum|limit|series)|exceeds? the (?:maximum|limit)|err-mimir-max|limit [^\n]{1,200} violated/i;
const tookTooLong = /timed? ?out|timeout exceeded|deadline exceeded|maxQueryDuration/i;

/**
 * Returns the error of a failed response: its status is not 200, its body cannot be decoded, or its body does not
 * report success.
 */
export function createResponseError(response: ResponseSummary, result: DecodeResult): AppError {
  const { status } = response;
  const envelope = parseEnvelope(result);
  const detail = envelope?.error === undefined ? "" : `: ${redactToLine(envelope.error, maxTextLength)}`;
  const wait: AppErrorOptions =
    response.retryAfterMs === undefined ? {} : { retryAfterMs: response.retryAfterMs };
  if (status === 401 || status === 403) {
    const quote = redactToLine(result.kind === "undecodable" ? result.bodyStart : "", maxQuoteLength);
    const tenant = /org id/i.test(quote) ? "; it requires a tenant header such as X-Scope-OrgID" : "";
    return new AppError(
      "source-auth-failed",
      `the metrics source rejected the credentials (${status})${tenant}`,
    );
  }
  if (status === 429)
    return new AppError("source-rate-limited", `the metrics source limits the request rate${detail}`, wait);
  if (status >= 300 && status < 400) {
    return new AppError(
      "source-bad-answer",
      `the metrics source redirects (${status}); redirects are not followed`,
    );
  }
  if (envelope?.status === "error") return refusal(status, envelope, detail, wait);
  if (status === 503) return new AppError("source-not-ready", "the metrics source is not ready (503)", wait);
  if (status >= 500)
    return new AppError("source-error", `the metrics source failed with status ${status}`, wait);
  if (status === 404) {
    return new AppError(
      "source-bad-answer",
      "there is no Prometheus API at this address (404); for Mimir, add /prometheus to the address",
    );
  }
  // A proxy that rejects forms (405) refuses this query, but not the next one.
  if (status === 400 || status === 405 || status === 422) {
    const quote = result.kind === "undecodable" ? `: ${redactToLine(result.bodyStart, maxQuoteLength)}` : "";
    return new AppError("query-refused", `the metrics source rejected the query (${status})${quote}`);
  }
  if (result.kind === "undecodable") return unreadable(response, result);
  return new AppError("source-bad-answer", `the metrics source returned an unexpected status (${status})`);
}

/** Maps an error in the Prometheus error format, for any status. */
function refusal(
  status: number,
  envelope: ResponseEnvelope,
  detail: string,
  wait: AppErrorOptions,
): AppError {
  const text = (envelope.error ?? "").slice(0, maxErrorLength);
  const type = envelope.errorType ?? "";
  if (type === "timeout" || tookTooLong.test(text)) {
    return new AppError("source-slow", `the query timed out in the metrics source${detail}`, wait);
  }
  if (tooLarge.test(text))
    return new AppError("query-too-large", `the query is too large for the metrics source${detail}`);
  if (type === "unavailable")
    return new AppError("source-not-ready", `the metrics source is not ready${detail}`, wait);
  const isAboutQuery =
    status === 400 || status === 422 || ["bad_data", "execution", "400", "422"].includes(type);
  if (isAboutQuery) return new AppError("query-refused", `the metrics source rejected the query${detail}`);
  if (status === 503 && detail === "")
    return new AppError("source-not-ready", "the metrics source is not ready (503)", wait);
  return new AppError(
    "source-error",
    `the metrics source failed${detail === "" ? ` (${status})` : detail}`,
    wait,
  );
}

function unreadable(response: ResponseSummary, result: UndecodableResponse): AppError {
  if (result.reason === "too-large") {
    return new AppError(
      "query-too-large",
      `the query returns ${result.seriesCount} series, more than Ridgepoint reads at once`,
    );
  }
  if (result.reason === "off-grid") {
    return new AppError(
      "source-bad-answer",
      "the metrics source returned values at times that were not requested",
    );
  }
  const quote = redactToLine(result.bodyStart, maxQuoteLength);
  if (/^\s*</.test(result.bodyStart) || response.contentType.includes("html")) {
    return new AppError(
      "source-bad-answer",
      `received a web page instead of a Prometheus response; check for a login or proxy in front of the source: ${quote}`,
    );
  }
  const what =
    result.reason === "not-json" ? "JSON that is invalid or truncated" : "JSON of an unexpected shape";
  return new AppError("source-bad-answer", `the metrics source sent ${what}: ${quote}`);
}

/** Returns the envelope. Undefined if the body does not have the API's shape. */
export function parseEnvelope(result: DecodeResult): ResponseEnvelope | undefined {
  if (result.kind === "undecodable") return undefined;
  const parsed = envelopeSchema.safeParse(result.envelope);
  return parsed.success ? parsed.data : undefined;
}
