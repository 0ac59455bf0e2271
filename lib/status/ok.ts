/** OK: no other status applies. */
import { afterColon, limitPart, numberPart, textPart, ttftClause } from "./sentence-parts";
import type { StatusRule } from "./status-rule";
import type { Sentence } from "@/lib/model/sentence";

export const ok: StatusRule<"ok"> = {
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
      return [textPart("No limit is exceeded. Too few requests finished for percentiles.")];
    const ttft: Sentence = [...ttftClause(facts), textPart(" of "), limitPart(limits, "ttftP95Seconds")];
    if (tpotMean.kind === "absent")
      return [
        textPart("Within its limit: "),
        ...ttft,
        textPart(`. Mean TPOT: ${afterColon(tpotMean.detail)}`),
      ];
    return [
      textPart("Within its limits: "),
      ...ttft,
      textPart(", mean TPOT "),
      numberPart(slug, { signal: "tpot", reading: tpotMean }),
      textPart(" of "),
      limitPart(limits, "meanTpotSeconds"),
      textPart("."),
    ];
  },
};
