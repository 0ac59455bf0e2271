/** Times with which the server read a displayed answer, for its copy as evidence. */
import type { Answer } from "@/lib/model/answer";
import type { ReadTiming } from "@/lib/model/signals/read-timing";

/** Parts of a displayed answer that decide which data its copy has. */
export type DisplayedAnswer = Pick<
  Answer,
  "window" | "stepMs" | "rateWindowMs" | "sampleSpacingMs" | "series"
>;

/** Returns the times with which the server read the displayed values, so that the copy has the same values. */
export function findReadTiming({
  stepMs,
  rateWindowMs,
  sampleSpacingMs,
  series,
}: Omit<DisplayedAnswer, "window">): ReadTiming {
  const timing = { stepMs, rateWindowMs, sampleSpacingMs };
  const [headlineWindowMs] = series.flatMap(({ statistic, headline }) =>
    statistic === "rate" && headline.kind === "present" ? [headline.windowMs] : [],
  );
  return headlineWindowMs === undefined ? timing : { ...timing, headlineWindowMs };
}
