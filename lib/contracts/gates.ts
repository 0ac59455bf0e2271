/** Gate endpoints: run a gate, read a run, and list runs. */
import { z } from "zod";
import { declaredFactorFormatHint, parseRequestedFactor } from "@/lib/model/comparison/declared-factor";
import { maxGateRules, parseGateRules } from "@/lib/model/gate/gate-rule";
import { gateRequest, gateResult, gateStates, gateVerdicts } from "@/lib/model/gate/gate-result";
import { defineContract } from "./contract";
import { emptyObject, slug, timeWindow } from "./fields";

const run = z.object({
  id: z.string(),
  state: z.enum(gateStates),
  /** Null while the run waits. */
  verdict: z.enum(gateVerdicts).nullable(),
  /** The verdict with its main number or reason. */
  sentence: z.string(),
  deployment: z.object({ slug: z.string(), title: z.string(), isDeleted: z.boolean() }),
  baseline: z.object({ id: z.string(), name: z.string(), isDeleted: z.boolean() }),
  window: timeWindow,
  rules: z.array(z.string()),
  factor: gateRequest.shape.factor,
  isStrict: z.boolean(),
  /** Id of the exclusion that marks the measured load test. This exclusion does not prevent a verdict. */
  run: gateRequest.shape.run,
  /** Time at which the run is evaluated; null when it is complete. */
  waitingUntilMs: z.number().nullable(),
  author: z.string(),
  createdAtMs: z.number(),
  evaluatedAtMs: z.number().nullable(),
});
/** Gate run in a list. */
export type GateRunEntry = z.infer<typeof run>;

const detail = z.object({
  asOfMs: z.number(),
  gate: run,
  /** Null while the run waits. */
  result: gateResult.nullable(),
  /** The result in sentences. */
  texts: z.object({
    obstacles: z.array(z.string()),
    warnings: z.array(z.string()),
    /** One per rule. */
    rules: z.array(z.string()),
  }),
});
/** Gate run with its request and result. */
export type GateResponse = z.infer<typeof detail>;

const rules = z
  .array(z.string().max(200))
  .max(maxGateRules)
  .superRefine((texts, context) => {
    const parsed = parseGateRules(texts);
    if (!parsed.ok) context.addIssue({ code: "custom", message: parsed.error });
  });

const factor = z
  .string()
  .max(1_200)
  .refine((text) => parseRequestedFactor(text) !== undefined, declaredFactorFormatHint);

/** Starts a gate run, which compares a window after a release with a baseline. */
export const createGateContract = defineContract({
  id: "create-gate",
  method: "POST",
  path: "/api/v1/gates",
  guard: "idempotency-key",
  timeLimitMs: 10_000,
  maxBodyBytes: 16 * 1_024,
  params: emptyObject,
  query: emptyObject,
  body: z.strictObject({
    deployment: slug,
    /** Id or name of a baseline of the deployment. By default, the default baseline of the deployment. */
    baseline: z.string().min(1).max(200).optional(),
    /** Length of the window, such as 30m. By default, the times of the load test in `run`; without `run`, 30m. */
    window: z
      .string()
      .regex(/^\d{1,5}[mhd]$/, "must be a number with m, h or d, such as 30m")
      .optional(),
    /** True if the window begins now, so that the run waits until the window ends. By default, the window ends now. */
    startsNow: z.boolean().default(false),
    rules,
    factor: factor.optional(),
    isStrict: z.boolean().default(false),
    /** Id of the exclusion that marks the measured load test. */
    run: z.uuid().optional(),
  }),
  response: detail,
});
/** Body of `POST /api/v1/gates`. */
export type CreateGateBody = z.input<typeof createGateContract.body>;

/** Reads one gate run with its rules and verdict. */
export const gateContract = defineContract({
  id: "gate",
  method: "GET",
  path: "/api/v1/gates/[gateId]",
  timeLimitMs: 5_000,
  maxBodyBytes: 0,
  params: z.strictObject({ gateId: z.uuid() }),
  query: emptyObject,
  body: emptyObject,
  response: detail,
});

/** Lists gate runs. */
export const gatesContract = defineContract({
  id: "gates",
  method: "GET",
  path: "/api/v1/gates",
  timeLimitMs: 5_000,
  maxBodyBytes: 0,
  params: emptyObject,
  query: z.strictObject({ deployment: slug.optional(), baseline: z.uuid().optional() }),
  body: emptyObject,
  /** Newest first, at most 200. */
  response: z.object({ asOfMs: z.number(), gates: z.array(run), isTruncated: z.boolean() }),
});
