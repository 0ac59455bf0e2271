/** Evidence from the comparison endpoint: two sides with absolute windows. */
import { z } from "zod";
import { comparison } from "@/lib/contracts/comparisons";
import { distributionStatistics } from "@/lib/model/comparison/compared-statistic";
import { declaredFactorFormatHint, parseDeclaredFactor } from "@/lib/model/comparison/declared-factor";
import { parseSideReference } from "@/lib/model/comparison/side-reference";

/** The reference as text, because questions are stored as they are sent. */
const fixedSide = z
  .string()
  .max(200)
  .refine((text) => {
    const side = parseSideReference(text);
    if (side === undefined || side.kind === "deployment") return false;
    return side.kind === "baseline" || /^\d+$/.test(side.window.from + side.window.to);
  }, "must be a baseline, or a window with absolute times");

/** Schemas of a comparison as evidence: the question, and the stored answer. */
export const comparisonEvidence = {
  question: z.strictObject({
    endpoint: z.literal("comparison"),
    before: fixedSide,
    after: fixedSide,
    statistic: z.enum(distributionStatistics),
    factor: z
      .string()
      .max(2_200)
      .refine((text) => parseDeclaredFactor(text) !== undefined, declaredFactorFormatHint)
      .nullable(),
    isStrict: z.boolean(),
  }),
  data: z.object({ endpoint: z.literal("comparison"), comparison }),
} as const;
