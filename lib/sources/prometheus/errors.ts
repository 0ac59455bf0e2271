/**
 * What went wrong, from status and body, in the product's codes. The text of Prometheus is kept where it explains the
 * query, made safe and short; bodies of anything else are quoted at most by their beginning.
 */
import { AppError, type AppErrorOptions } from "@/lib/model/app-error";
import type { UpstreamResponse } from "@/lib/model/upstream";
import { safeText } from "@/lib/base/safe-text";
import type { DecodeResult, Undecodable } from "./decode";
import { envelopeSchema, type Envelope } from "./wire";

type ResponseSummary = Pick<UpstreamResponse, "status" | "contentType" | "retryAfterMs">;

const maxTextLength = 400;
const maxQuoteLength = 200;

const tooLarge =
  /exceeded maximum resolution|too many (?:samples|points|series|timeseries)|maxPointsPerTimeseries|maxUniqueTimeseries|maxSamplesPer|(?:matches|select) more than|exceeded (?:the )?(?:maximum|limit|series)|exceeds? the (?:maximum|limit)|err-mimir-max|limit .* violated/i;
const tookTooLong = /timed? ?out|timeout exceeded|deadline exceeded|maxQueryDuration/i;

/** The failure that an answer means. Call only for answers that are not a success with status 200. */
export function failureOf(response: ResponseSummary, result: DecodeResult): AppError {
  const { status } = response;
  const envelope = envelopeOf(result);
  const detail = envelope?.error === undefined ? "" : `: ${safeText(envelope.error, maxTextLength)}`;
  const wait: AppErrorOptions =
    response.retryAfterMs === undefined ? {} : { retryAfterMs: response.retryAfterMs };
  if (status === 401 || status === 403) {
    const quote = safeText(result.kind === "undecodable" ? result.head : "", maxQuoteLength);
    const tenant = /org id/i.test(quote) ? "; it asks for a tenant header such as X-Scope-OrgID" : "";
    return new AppError(
      "source-auth-failed",
      `the metrics source refuses the credentials (${status})${tenant}`,
    );
  }
  if (status === 429)
    return new AppError("source-rate-limited", `the metrics source is asked too often${detail}`, wait);
  if (status >= 300 && status < 400) {
    return new AppError(
      "source-bad-answer",
      `the metrics source redirects (${status}), which is not followed`,
    );
  }
  if (envelope?.status === "error") return refusal(status, envelope, detail, wait);
  if (status === 503) return new AppError("source-not-ready", "the metrics source is not ready (503)", wait);
  if (status >= 500)
    return new AppError("source-error", `the metrics source fails with status ${status}`, wait);
  if (status === 404) {
    return new AppError(
      "source-bad-answer",
      "there is no Prometheus API at this address (404); Mimir's lies below /prometheus",
    );
  }
  // A proxy that lets no form pass (405) refuses this question, not the next.
  if (status === 400 || status === 405 || status === 422) {
    const quote = result.kind === "undecodable" ? `: ${safeText(result.head, maxQuoteLength)}` : "";
    return new AppError("query-refused", `the metrics source refuses the query (${status})${quote}`);
  }
  if (result.kind === "undecodable") return unreadable(response, result);
  return new AppError("source-bad-answer", `the metrics source answers in an unexpected way (${status})`);
}

/** An error in Prometheus' own envelope, whatever the status around it. */
function refusal(status: number, envelope: Envelope, detail: string, wait: AppErrorOptions): AppError {
  const text = envelope.error ?? "";
  const type = envelope.errorType ?? "";
  if (type === "timeout" || tookTooLong.test(text)) {
    return new AppError("source-slow", `the metrics source gave up on the query${detail}`, wait);
  }
  if (tooLarge.test(text))
    return new AppError("query-too-large", `the query is too large for the metrics source${detail}`);
  if (type === "unavailable")
    return new AppError("source-not-ready", `the metrics source is not ready${detail}`, wait);
  const isAboutQuery =
    status === 400 || status === 422 || ["bad_data", "execution", "400", "422"].includes(type);
  if (isAboutQuery) return new AppError("query-refused", `the metrics source refuses the query${detail}`);
  if (status === 503 && detail === "")
    return new AppError("source-not-ready", "the metrics source is not ready (503)", wait);
  return new AppError(
    "source-error",
    `the metrics source fails${detail === "" ? ` (${status})` : detail}`,
    wait,
  );
}

function unreadable(response: ResponseSummary, result: Undecodable): AppError {
  if (result.why === "too-large") {
    return new AppError(
      "query-too-large",
      `the query gives ${result.seriesCount} series, more than can be read at once`,
    );
  }
  if (result.why === "off-grid") {
    return new AppError(
      "source-bad-answer",
      "the metrics source answered for other times than those asked for",
    );
  }
  const quote = safeText(result.head, maxQuoteLength);
  if (/^\s*</.test(result.head) || response.contentType.includes("html")) {
    return new AppError(
      "source-bad-answer",
      `a web page came instead of an answer; a login or proxy may stand in between: ${quote}`,
    );
  }
  const what = result.why === "not-json" ? "JSON that is broken or cut off" : "JSON of an unexpected shape";
  return new AppError("source-bad-answer", `the metrics source sent ${what}: ${quote}`);
}

/** Undefined when the body is not of the API's shape. */
export function envelopeOf(result: DecodeResult): Envelope | undefined {
  if (result.kind === "undecodable") return undefined;
  const parsed = envelopeSchema.safeParse(result.envelope);
  return parsed.success ? parsed.data : undefined;
}
