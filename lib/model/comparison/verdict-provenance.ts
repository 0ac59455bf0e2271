/**
 * The facts under which a verdict was given. They are stored with the verdict, so that a later release can check whether
 * its rules still give the verdict.
 */
import { z } from "zod";

/**
 * Version of the rules that decide verdicts. Increase it when a new rule refuses verdicts that earlier
 * releases gave.
 */
export const verdictRulesVersion = 1;

const amount = z.number().nullable();
const load = z.object({
  requestsPerInstance: amount,
  promptTokens: amount,
  outputTokens: amount,
  fixedConcurrency: amount,
});

/** Schema of the rules and the load with which a verdict was given. */
export const verdictProvenance = z
  .object({
    /** Number of the rules that gave the verdict. */
    rules: z.number().int(),
    /** Load before and after the fix, or of the reference arm and of the changed arm. */
    load: z.object({
      before: load,
      after: load,
      /**
       * True if the load is the requests per second of all instances, because the number of instances of one side is
       * unknown. False if it is per instance.
       */
      isTotalRate: z.boolean(),
      /** True if the load is the declared factor, so that it may differ. */
      isDeclared: z.boolean(),
    }),
  })
  .meta({ id: "VerdictProvenance" });
/** Rules and load with which a verdict was given. */
export type VerdictProvenance = z.infer<typeof verdictProvenance>;
