/** Endpoint that checks whether the goal of an investigation is met. */
import { z } from "zod";
import type { ReadonlyDeep } from "@/lib/base/readonly-deep";
import { goalCheck } from "@/lib/model/investigation/goal-check";
import { defineContract, type ResponseOf } from "../contract";
import { timeExpression } from "../fields";
import { readRules } from "./request-fields";

/** Measures the goal and its conditions now, or in a given window. Stores nothing. */
export const goalCheckContract = defineContract({
  ...readRules,
  id: "goal-check",
  path: "/api/v1/investigations/[number]/goal-check",
  timeLimitMs: 10_000,
  query: z
    .strictObject({
      /** Window to check. If both times are absent, the window is the time since the deploy of the fix, or the window of step 7. */
      from: timeExpression.optional(),
      to: timeExpression.optional(),
    })
    .refine(({ from, to }) => (from === undefined) === (to === undefined), "specify both from and to"),
  response: z.object({
    asOfMs: z.number(),
    /** Null for an investigation without a goal. */
    check: goalCheck.nullable(),
  }),
});

/** Response of `GET /api/v1/investigations/[number]/goal-check`. */
export type GoalCheckResponse = ReadonlyDeep<ResponseOf<typeof goalCheckContract>>;
