/** Validations and their watches in responses. */
import { z } from "zod";
import type { ReadonlyDeep } from "@/lib/base/readonly-deep";
import { goalVerdicts } from "@/lib/model/investigation/goal";
import { validationReport } from "@/lib/model/investigation/validation";
import { watchStates, watchVerdicts } from "@/lib/model/investigation/watch";
import { timeWindow } from "../fields";

const timeMs = z.number().nullable();

/** The watch of a validation. Windows without a verdict count neither as healthy nor as worse. */
const validationWatch = z.object({
  state: z.enum(watchStates),
  /** The state in one or two sentences. */
  sentence: z.string(),
  /** The validated window. The watch measures the same hours of later days. */
  window: timeWindow,
  startedAtMs: z.number(),
  end: z.object({ atMs: z.number(), author: z.string(), reason: z.string() }).nullable(),
  /** Time from which the next window can be evaluated. Null after the end. */
  nextDueAtMs: timeMs,
  /** Number of windows that were due until now, or until the watch ended. `judgedCount` is the number of these with a verdict. */
  dueCount: z.number().int(),
  judgedCount: z.number().int(),
  /** True if the newest window has no verdict, or if fewer than half of the due windows have a verdict. */
  isUncertain: z.boolean(),
  /** Why the newest attempt could not read the source; null if it succeeded. */
  failure: z.string().nullable(),
  /** Evaluated windows, the newest first. */
  windows: z.array(
    z.object({
      startMs: z.number(),
      endMs: z.number(),
      verdict: z.enum(watchVerdicts),
      sentence: z.string(),
      evaluatedAtMs: z.number(),
    }),
  ),
});

/** Schema of a stored validation in a list, without its report. */
export const validation = z.object({
  id: z.string(),
  /** V1 has the number 1. */
  number: z.number().int(),
  round: z.number().int(),
  verdict: z.enum(goalVerdicts),
  sentence: z.string(),
  author: z.string(),
  createdAtMs: z.number(),
  /** Watch of the validated fix. Null unless the goal was met. */
  watch: validationWatch.nullable(),
});

/** A validation with everything that was measured. */
export const validationRecord = validation.extend({ report: validationReport });

/** The watch of a validated fix: later windows are compared with the validated one. */
export type ValidationWatchEntry = ReadonlyDeep<z.infer<typeof validationWatch>>;
/** A stored validation without its report. */
export type ValidationEntry = ReadonlyDeep<z.infer<typeof validation>>;
/** A stored validation with its report. */
export type ValidationRecord = ReadonlyDeep<z.infer<typeof validationRecord>>;
