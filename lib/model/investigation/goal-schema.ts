/** Schemas of goals and conditions, for requests and stored rows. */
import { z } from "zod";
import { comparedStatistics } from "@/lib/model/comparison/compared-statistic";
import { titleError } from "@/lib/model/event";
import { signalIds } from "@/lib/model/signals/signals";
import { goalError, measuredValueError } from "./goal";

const measured = { signal: z.enum(signalIds), statistic: z.enum(comparedStatistics) } as const;
const amount = z.number().min(-1e15).max(1e15);

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

const statedRules = { maxLength: 300, emptyError: "State the condition." } as const;

export const conditionSchema = z
  .discriminatedUnion("kind", [
    z.strictObject({ kind: z.literal("signal"), ...measured, maxWorseningRatio: z.number().min(0).max(100) }),
    z.strictObject({ kind: z.literal("stated"), text: z.string().max(2_000).trim() }),
  ])
  .superRefine((condition, context) => {
    const error =
      condition.kind === "signal" ? measuredValueError(condition) : titleError(condition.text, statedRules);
    if (error !== null) context.addIssue({ code: "custom", message: error });
  });
