/**
 * Maps error responses of a trace source to AppErrors. The message includes the source's own message if it is
 * readable.
 */
import { redactToLine } from "@/lib/base/safe-text";
import { AppError } from "@/lib/model/app-error";
import type { UpstreamResponse } from "@/lib/model/sources/upstream";
import { parseJsonOrUndefined } from "@/lib/sources/otlp/span-lookup";
import { legacyFailure, v3Failure } from "./wire";

const longestMessage = 240;

/** Returns the error for `response`; undefined for a response with data. */
export function findResponseError(response: UpstreamResponse): AppError | undefined {
  const { status, retryAfterMs } = response;
  if (status === 200) return undefined;
  const wait = retryAfterMs === undefined ? {} : { retryAfterMs };
  const detail = messageOf(response);
  const because = detail === undefined ? "" : `: ${detail}`;
  if (status === 401 || status === 403) {
    return new AppError("source-auth-failed", `the trace source rejected the credentials (${status})`);
  }
  if (status === 429)
    return new AppError(
      "source-rate-limited",
      `the trace source received too many requests (429)${because}`,
      wait,
    );
  if (status === 503) {
    // Some sources explain why they are not ready, for example while they are being built.
    return new AppError("source-not-ready", detail ?? "the trace source is not ready (503)", wait);
  }
  if (status >= 500)
    return new AppError("source-error", `the trace source failed with status ${status}${because}`);
  if (status === 400) return new AppError("query-refused", `the trace source rejected the query${because}`);
  return new AppError("source-bad-answer", `there is no Jaeger API at this address (${status})`);
}

/** Returns true when the source found nothing: both APIs then respond with 404 and a message. */
export function isNotFoundResponse(response: UpstreamResponse): boolean {
  return response.status === 404 && failureText(response) !== undefined;
}

/** Returns the source's error message for use in a sentence; undefined for HTML pages and empty bodies. */
function messageOf(response: UpstreamResponse): string | undefined {
  const text = failureText(response) ?? plainText(response);
  const message = text === undefined ? "" : redactToLine(text, longestMessage);
  return message === "" ? undefined : message;
}

function failureText({ body }: UpstreamResponse): string | undefined {
  const json = parseJsonOrUndefined(new TextDecoder().decode(body));
  const v3 = v3Failure.safeParse(json);
  if (v3.success && v3.data.error.message !== "") return v3.data.error.message;
  const old = legacyFailure.safeParse(json);
  return old.success ? old.data.errors[0]?.msg : undefined;
}

function plainText({ body, contentType }: UpstreamResponse): string | undefined {
  if (!contentType.startsWith("text/plain") || body.byteLength > 2_000) return undefined;
  const text = new TextDecoder().decode(body);
  return /^\s*[<{[]/.test(text) ? undefined : text;
}
