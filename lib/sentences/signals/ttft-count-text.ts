/** Describes the difference between the requests with a measured first token and the finished requests. */
import type { SignalNote } from "@/lib/model/answer";
import { countWithNoun } from "@/lib/format/agreement";
import { formatNumber, thinSpace } from "@/lib/format/number";
import { formatCoarseDuration } from "@/lib/format/time";

/** Numbers of requests with a first token and of finished requests in the same window. */
export interface TtftCounts {
  readonly windowMs: number;
  /** Requests with a measured first token. */
  readonly firstTokenCount: number;
  readonly finishedCount: number;
}

/**
 * Returns a warning that TTFT covers fewer requests than finished, with its explanation. `ttftNote`
 * documents which requests the engine includes.
 */
export function ttftCountText(
  { windowMs, firstTokenCount, finishedCount }: TtftCounts,
  ttftNote: SignalNote | undefined,
): string {
  const difference = firstTokenCount / finishedCount - 1;
  const share = `${formatNumber(Math.abs(difference) * 100)}${thinSpace}%`;
  const counts = `In the last ${formatCoarseDuration(windowMs)}, ${countWithNoun(Math.round(finishedCount), "request")} finished, but a first token was measured for about ${countWithNoun(firstTokenCount, "request")}`;
  return difference < 0
    ? `${counts}, ${share} fewer. ${missingRequestsText(ttftNote)}`
    : `${counts}, ${share} more. Some requests are counted twice in TTFT, or are never counted as finished.`;
}

/** Explains which requests TTFT does not include, as far as the source documents it. */
function missingRequestsText(note: SignalNote | undefined): string {
  switch (note?.reports) {
    case "streamed":
      return `${note.from ?? "This engine"} measures TTFT for streamed responses only.`;
    case "all":
      return "TTFT excludes requests that fail or are aborted before their first token, and requests that produce no text.";
    case undefined:
      return "TTFT may exclude requests that are not streamed, fail, or are aborted early.";
  }
}
