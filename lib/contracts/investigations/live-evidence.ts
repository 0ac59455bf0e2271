/** Endpoint that compares the stored copy of an answer with its live source. */
import { z } from "zod";
import type { ReadonlyDeep } from "@/lib/base/readonly-deep";
import { defineContract, type ResponseOf } from "../contract";
import { evidenceData } from "./evidence-kinds/evidence-kinds";
import { investigationParams, readRules } from "./request-fields";

const count = z.number().int();

/** `sentence` is one or several sentences with the figures or the reason. */
const check = z.discriminatedUnion("state", [
  z.object({ state: z.literal("same"), readAtMs: z.number(), sentence: z.string() }),
  z.object({
    state: z.literal("differs"),
    readAtMs: z.number(),
    sentence: z.string(),
    difference: z.object({
      /** Count of numbers in the copy. `liveCount` is the count of numbers in the live answer. */
      copyCount: count,
      liveCount: count,
      /** Count of numbers that both answers contain and that differ by more than rounding. */
      changedCount: count,
      lowerCount: count,
      higherCount: count,
      /** Largest |live − copy| ÷ |copy| of the numbers that decreased; null if none decreased. */
      largestDecreaseRatio: z.number().nullable(),
      largestIncreaseRatio: z.number().nullable(),
      missingCount: count,
      newCount: count,
      changedTextCount: count,
    }),
  }),
  /** The source has no answer now. The copy is not affected. */
  z.object({ state: z.literal("unavailable"), readAtMs: z.number(), sentence: z.string() }),
  z.object({ state: z.literal("not-comparable"), readAtMs: z.number(), sentence: z.string() }),
]);

/** Compares the stored data of a piece of evidence with its live source. */
export const liveEvidenceContract = defineContract({
  ...readRules,
  id: "live-evidence",
  path: "/api/v1/investigations/[number]/evidence/[evidenceId]/live",
  params: investigationParams.extend({ evidenceId: z.uuid() }),
  query: z.strictObject({
    /** `true` returns the live answer too. */
    data: z.enum(["true", "false"]).default("false"),
  }),
  response: z.object({
    asOfMs: z.number(),
    /** Null while the server reads the source. A later request returns the result. */
    check: check.nullable(),
    /** The live answer. Null if it was not requested, or if there is no live answer yet. */
    data: evidenceData.nullable(),
  }),
});

/** Result of comparing the stored copy of an answer with the answer that its source gives now. */
export type LiveCheck = ReadonlyDeep<z.infer<typeof check>>;
/** Response of `GET /api/v1/investigations/[number]/evidence/[evidenceId]/live`. */
export type LiveEvidenceResponse = ResponseOf<typeof liveEvidenceContract>;
