/** Schemas of goals and conditions, for requests and stored rows. */
import { z } from "zod";
import { comparedStatistics } from "@/lib/model/comparison/compared-statistic";
import { titleError } from "@/lib/model/event";
import { gpuHourPrice } from "@/lib/model/roofline/roofline-choice";
import { signalIds } from "@/lib/model/signals/signals";
import { investigationLimits } from "./investigation-limits";
import { goalError, measuredValueError, type Condition } from "./goal";

const measured = { signal: z.enum(signalIds), statistic: z.enum(comparedStatistics) } as const;
const amount = z.number().min(-1e15).max(1e15);

/** Schema of a goal: a largest or smallest value of a statistic, or its change relative to the baseline. */
export const goalSchema = z
  .discriminatedUnion("kind", [
    z.strictObject({ kind: z.literal("at-most"), ...measured, value: amount }),
    z.strictObject({ kind: z.literal("at-least"), ...measured, value: amount }),
    z.strictObject({ kind: z.literal("change"), ...measured, changeRatio: amount }),
  ])
  .superRefine((goal, context) => {
    const error = goalError(goal);
    if (error !== null) context.addIssue({ code: "custom", message: error });
  });

/** Returns what is wrong with a condition, as a sentence; null if nothing is. */
function conditionError(condition: Condition): string | null {
  if (condition.kind === "signal") return measuredValueError(condition);
  return condition.kind === "stated" ? titleError(condition.text, statedRules) : null;
}

const statedRules = { maxLength: 300, emptyError: "State the condition." } as const;

/** Schema of a condition of a goal: a value that must not become worse. */
export const conditionSchema = z
  .discriminatedUnion("kind", [
    z.strictObject({ kind: z.literal("signal"), ...measured, maxWorseningRatio: z.number().min(0).max(100) }),
    z.strictObject({
      kind: z.literal("cost"),
      maxPerMillionTokens: z.number().positive().max(1e9),
      currency: gpuHourPrice.shape.currency,
    }),
    z.strictObject({ kind: z.literal("stated"), text: z.string().max(2_000).trim() }),
  ])
  .superRefine((condition, context) => {
    const error = conditionError(condition);
    if (error !== null) context.addIssue({ code: "custom", message: error });
  });

/** Conditions of one investigation. The cost has at most one limit. */
export const conditionsSchema = z
  .array(conditionSchema)
  .max(investigationLimits.maxConditions)
  .refine((conditions) => conditions.filter(({ kind }) => kind === "cost").length <= 1, {
    error: "The cost has more than one limit. Send one condition with the kind cost.",
  });
