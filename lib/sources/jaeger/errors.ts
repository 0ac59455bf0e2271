/**
 * What an answer of a trace source means when it is not the data that was asked for: an AppError whose message says what
 * the source said, where it said something a person can use.
 */
import { safeText } from "@/lib/base/safe-text";
import { AppError } from "@/lib/model/app-error";
import type { UpstreamResponse } from "@/lib/model/upstream";
import { oldFailure, v3Failure } from "./wire";

const longestMessage = 240;

/** The failure that `response` stands for; undefined for an answer with data. */
export function failureOf(response: UpstreamResponse): AppError | undefined {
  const { status, retryAfterMs } = response;
  if (status === 200) return undefined;
  const wait = retryAfterMs === undefined ? {} : { retryAfterMs };
  const detail = messageOf(response);
  const because = detail === undefined ? "" : `: ${detail}`;
  if (status === 401 || status === 403) {
    return new AppError("source-auth-failed", `the trace source refuses the credentials (${status})`);
  }
  if (status === 429)
    return new AppError("source-rate-limited", `the trace source is asked too often (429)${because}`, wait);
  if (status === 503) {
    // A source that says itself why it is not ready, such as one that is being built, is told in its own words.
    return new AppError("source-not-ready", detail ?? "the trace source is not ready (503)", wait);
  }
  if (status >= 500)
    return new AppError("source-error", `the trace source fails with status ${status}${because}`);
  if (status === 400) return new AppError("query-refused", `the trace source refuses the question${because}`);
  return new AppError("source-bad-answer", `there is no Jaeger API at this address (${status})`);
}

/** True when the source knows the question and has nothing: both APIs say so with 404 and a message. */
export function isNothingFound(response: UpstreamResponse): boolean {
  return response.status === 404 && failureText(response) !== undefined;
}

/** What the source says about its failure, fit for a sentence; undefined for pages, empty bodies and other noise. */
function messageOf(response: UpstreamResponse): string | undefined {
  const text = failureText(response) ?? plainText(response);
  const message = text === undefined ? "" : safeText(text, longestMessage);
  return message === "" ? undefined : message;
}

function failureText({ body }: UpstreamResponse): string | undefined {
  const json = toJson(body);
  const v3 = v3Failure.safeParse(json);
  if (v3.success && v3.data.error.message !== "") return v3.data.error.message;
  const old = oldFailure.safeParse(json);
  return old.success ? old.data.errors[0]?.msg : undefined;
}

function plainText({ body, contentType }: UpstreamResponse): string | undefined {
  if (!contentType.startsWith("text/plain") || body.byteLength > 2_000) return undefined;
  const text = new TextDecoder().decode(body);
  return /^\s*[<{[]/.test(text) ? undefined : text;
}

/** Whatever its declared type, as the newer API sends JSON as text/plain. Undefined for what is not JSON, which no schema takes. */
export function toJson(body: Uint8Array): unknown {
  try {
    return JSON.parse(new TextDecoder().decode(body));
  } catch (error) {
    if (error instanceof SyntaxError) return undefined;
    throw error;
  }
}
