/** Endpoints for the validation of a fix: measure it, store it, and watch whether its effect lasts. */
import { z } from "zod";
import type { ReadonlyDeep } from "@/lib/base/readonly-deep";
import { validationReport } from "@/lib/model/investigation/validation";
import { defineContract, type ResponseOf } from "../contract";
import { timeExpression, windowExpression } from "../fields";
import { investigationParams, readRules, reason, writeRules } from "./request-fields";
import { validation, validationRecord } from "./validation-fields";

const validationParams = investigationParams.extend({ validationId: z.uuid() });
/** The limit is high, because every signal is read for two windows. */
const timeLimitMs = 60_000;

/** Measures before and after the fix, and returns the report without storing it. */
export const validationPreviewContract = defineContract({
  ...readRules,
  id: "validation-preview",
  path: "/api/v1/investigations/[number]/validation",
  timeLimitMs,
  query: z
    .strictObject({
      /** The window before the fix. If both times are absent, the baseline of the investigation is used. */
      from: timeExpression.optional(),
      to: timeExpression.optional(),
      /**
       * The window after the fix. If both times are absent, the window has the same hours as the window before, on the
       * newest day with a similar request rate.
       */
      afterFrom: timeExpression.optional(),
      afterTo: timeExpression.optional(),
    })
    .refine(({ from, to }) => (from === undefined) === (to === undefined), "specify both from and to")
    .refine(
      ({ afterFrom, afterTo }) => (afterFrom === undefined) === (afterTo === undefined),
      "specify both afterFrom and afterTo",
    ),
  response: z.object({ asOfMs: z.number(), report: validationReport }),
});

/** Lists the stored validations. */
export const validationsContract = defineContract({
  ...readRules,
  id: "validations",
  path: "/api/v1/investigations/[number]/validations",
  response: z.object({
    asOfMs: z.number(),
    /** Validations of all rounds, by number. */
    validations: z.array(validation),
  }),
});

/** Reads a stored validation with its report. */
export const validationContract = defineContract({
  ...readRules,
  id: "validation",
  path: "/api/v1/investigations/[number]/validations/[validationId]",
  params: validationParams,
  response: z.object({ asOfMs: z.number(), validation: validationRecord }),
});

/** Measures before and after the fix, and stores the report. */
export const storeValidationContract = defineContract({
  ...writeRules,
  id: "store-validation",
  path: "/api/v1/investigations/[number]/validations",
  timeLimitMs,
  body: z.strictObject({
    /** The window before the fix. If null, the baseline of the investigation is used. */
    before: windowExpression.nullable().default(null),
    /**
     * The window after the fix. If null, the window has the same hours as the window before, on the newest day with a
     * similar request rate.
     */
    after: windowExpression.nullable().default(null),
  }),
  response: z.object({ asOfMs: z.number(), validation }),
});

/** Ends the watch of a validated fix, with a reason. */
export const endWatchContract = defineContract({
  ...writeRules,
  id: "end-watch",
  path: "/api/v1/investigations/[number]/validations/[validationId]/watch/end",
  params: validationParams,
  body: z.strictObject({ reason }),
  response: z.object({ asOfMs: z.number(), validation }),
});

/** Response of `GET /api/v1/investigations/[number]/validation`. */
export type ValidationPreviewResponse = ReadonlyDeep<ResponseOf<typeof validationPreviewContract>>;
/** Response of `GET /api/v1/investigations/[number]/validations`. */
export type ValidationsResponse = ReadonlyDeep<ResponseOf<typeof validationsContract>>;
/** Response of `GET /api/v1/investigations/[number]/validations/[validationId]`. */
export type ValidationResponse = ReadonlyDeep<ResponseOf<typeof validationContract>>;
