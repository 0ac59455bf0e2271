/** OK: no other status applies. */
import { lowerCaseFirstWord, limitPart, numberPart, textPart, ttftClause } from "./sentence-parts";
import type { OverviewRowFacts, StatusRule } from "./status-rule";
import type { Sentence } from "@/lib/model/sentence";

/** Status of a deployment without a problem. */
export const okStatus: StatusRule<"ok"> = {
  id: "ok",
  label: "OK",
  tone: "ok",
  affectedReadings: [],
  // It is the last status of the list, so it only counts without any other.
  matches: () => true,
  sentence: (facts) => {
    const { slug, limits, readings } = facts;
    const { ttftP95, tpotMean } = readings;
    if (ttftP95.kind === "absent")
      return [textPart(`No limit is exceeded. ${withoutPercentilesText(facts)}`)];
    const ttft: Sentence = [
      ...ttftClause(facts),
      textPart(" (limit "),
      limitPart(limits, "ttftP95Seconds"),
      textPart(")"),
    ];
    if (tpotMean.kind === "absent")
      return [
        textPart("Within the limit: "),
        ...ttft,
        textPart(`. Mean TPOT: ${lowerCaseFirstWord(tpotMean.detail)}`),
      ];
    return [
      textPart("Within the limits: "),
      ...ttft,
      textPart(", mean TPOT "),
      numberPart(slug, { signal: "tpot", reading: tpotMean }),
      textPart(" (limit "),
      limitPart(limits, "meanTpotSeconds"),
      textPart(")."),
    ];
  },
};

/**
 * Returns why there are no percentiles: too few requests finished, or only a few of the finished requests were
 * observed.
 */
function withoutPercentilesText({ readings: { requestRate, ttftMean, ttftP95 } }: OverviewRowFacts): string {
  const finished = requestRate.kind === "present" ? (requestRate.n ?? 0) : 0;
  const observed = ttftMean.kind === "present" ? (ttftMean.n ?? 0) : 0;
  return finished > 2 * observed && ttftP95.kind === "absent"
    ? `TTFT p95: ${lowerCaseFirstWord(ttftP95.detail)}`
    : "Too few requests finished for percentiles.";
}
