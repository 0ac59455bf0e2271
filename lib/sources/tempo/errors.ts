/** What an answer of Tempo means when it is not the data that was asked for. Its messages are plain text. */
import { safeText } from "@/lib/base/safe-text";
import { AppError } from "@/lib/model/app-error";
import type { UpstreamResponse } from "@/lib/model/upstream";

const longestMessage = 240;
const longestBody = 4_000;

/** The failure that `response` stands for; undefined for an answer with data. */
export function failureOf(response: UpstreamResponse): AppError | undefined {
  const { status, retryAfterMs } = response;
  if (status === 200) return undefined;
  const wait = retryAfterMs === undefined ? {} : { retryAfterMs };
  const because = messageOf(response);
  if (status === 401 || status === 403)
    return new AppError("source-auth-failed", `Tempo refuses the credentials (${status})${because}`);
  if (status === 429)
    return new AppError("source-rate-limited", `Tempo is asked too often (429)${because}`, wait);
  if (status === 503) return new AppError("source-not-ready", `Tempo is not ready (503)${because}`, wait);
  if (status >= 500) return new AppError("source-error", `Tempo fails with status ${status}${because}`);
  if (status === 400 || status === 422)
    return new AppError("query-refused", `Tempo refuses the question${because}`);
  return new AppError("source-bad-answer", `there is no Tempo API at this address (${status})`);
}

/** Begins with a colon; empty for pages, empty bodies and other noise. */
function messageOf({ body, contentType }: UpstreamResponse): string {
  if (!contentType.startsWith("text/plain") || body.byteLength > longestBody) return "";
  const message = safeText(new TextDecoder().decode(body), longestMessage);
  return message === "" || message.startsWith("<") ? "" : `: ${message}`;
}
