/**
 * Schema of phase rules in a file, a request or a stored document. Separate from `phase-rule.ts`, so that the browser
 * does not load Zod.
 */
import { z } from "zod";
import { phaseRuleLimits, assignablePhases } from "./phase-rule";

const text = z
  .string({ error: "must be text. Put it in quotes" })
  .trim()
  .min(1, "must not be empty")
  .max(phaseRuleLimits.maxTextLength, `must have at most ${phaseRuleLimits.maxTextLength} characters`);

const phase = z.enum(assignablePhases, {
  error: `must be one of ${assignablePhases.join(", ")}`,
});

/** Schema of the phase rules of a deployment. */
export const phaseRules = z
  .array(z.strictObject({ operation: text.optional(), attribute: text.optional(), phase }), {
    error: "must be a list of rules, each preceded by -",
  })
  .max(phaseRuleLimits.maxRules, `must have at most ${phaseRuleLimits.maxRules} rules`);
