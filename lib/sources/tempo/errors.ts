/** Maps error responses of Tempo to AppErrors. Tempo's error messages are plain text. */
import { redactToLine } from "@/lib/base/safe-text";
import { AppError } from "@/lib/model/app-error";
import type { UpstreamResponse } from "@/lib/model/sources/upstream";

const longestMessage = 240;
const longestBody = 4_000;

/** Returns the error for `response`; undefined for a response with data. */
export function findResponseError(response: UpstreamResponse): AppError | undefined {
  const { status, retryAfterMs } = response;
  if (status === 200) return undefined;
  const wait = retryAfterMs === undefined ? {} : { retryAfterMs };
  const because = messageOf(response);
  if (status === 401 || status === 403)
    return new AppError("source-auth-failed", `Tempo rejected the credentials (${status})${because}`);
  if (status === 429)
    return new AppError("source-rate-limited", `Tempo received too many requests (429)${because}`, wait);
  if (status === 503) return new AppError("source-not-ready", `Tempo is not ready (503)${because}`, wait);
  if (status >= 500) return new AppError("source-error", `Tempo failed with status ${status}${because}`);
  if (status === 400 || status === 422)
    return new AppError("query-refused", `Tempo rejected the query${because}`);
  return new AppError("source-bad-answer", `there is no Tempo API at this address (${status})`);
}

/** Returns the message with a leading colon; empty for HTML pages and empty bodies. */
function messageOf({ body, contentType }: UpstreamResponse): string {
  if (!contentType.startsWith("text/plain") || body.byteLength > longestBody) return "";
  const message = redactToLine(new TextDecoder().decode(body), longestMessage);
  return message === "" || message.startsWith("<") ? "" : `: ${message}`;
}
