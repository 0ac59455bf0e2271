/** Baseline endpoints: assess a window, capture, list, read, edit, remove, set the default, import and export. */
import { z } from "zod";
import {
  baselineNameRules,
  baselineStates,
  baselineVisibilities,
  defaultReasonRules,
  maxImportBytes,
  removalReasonRules,
} from "@/lib/model/baseline/baseline";
import {
  baselineDocument,
  enteredLoad,
  storedBaselineDocument,
} from "@/lib/model/baseline/baseline-document";
import { baselineImport } from "@/lib/model/baseline/import/baseline-import";
import { windowConcerns } from "@/lib/model/baseline/window-concern";
import { titleError } from "@/lib/model/event";
import { experimentStates } from "@/lib/model/investigation/experiments/experiment";
import { defineContract, type ResponseOf } from "./contract";
import { emptyObject, signalId, slug, timeExpression, timeWindow, unit } from "./fields";

const oneLine = (rules: { readonly maxLength: number; readonly emptyError: string }) =>
  z
    .string()
    .max(2_000)
    .trim()
    .superRefine((text, context) => {
      const error = titleError(text, rules);
      if (error !== null) context.addIssue({ code: "custom", message: error });
    });
const name = oneLine(baselineNameRules);
const reason = oneLine(defaultReasonRules);
const baselineParams = z.strictObject({ baselineId: z.uuid() });
const epochMs = z.int().min(0).max(8_640_000_000_000_000);
/**
 * Who may see and change the baseline. A new baseline is open by default. If the team is null or absent, the baseline
 * belongs to the team of its deployment.
 */
const owner = {
  visibility: z.enum(baselineVisibilities).optional(),
  teamId: z.uuid().nullable().optional(),
} as const;
const concern = z.object({ kind: z.enum(windowConcerns), detail: z.string() });

/** Edges of a histogram bucket; the upper edge of the last bucket is null. */
const bucket = z.object({ lower: z.number(), upper: z.number().nullable() });

/**
 * Schema of the values that a list of baselines shows. They are computed once, when the baseline is
 * captured.
 */
export const baselineSummary = z.object({
  deployment: z.object({ slug: z.string(), title: z.string(), model: z.string(), engine: z.string() }),
  source: z.string(),
  window: timeWindow,
  blockMs: z.number(),
  blockCount: z.number(),
  requestCount: z.number().nullable(),
  requestsPerSecond: z.number().nullable(),
  ttftP95Seconds: z.number().nullable(),
  e2eP95Seconds: z.number().nullable(),
  /** Buckets that contain the percentiles. Absent in older baselines, and without percentiles. */
  ttftP95Bucket: bucket.exactOptional(),
  e2eP95Bucket: bucket.exactOptional(),
  concernKinds: z.array(z.enum(windowConcerns)),
});

const baseline = z.object({
  id: z.string(),
  name: z.string(),
  state: z.enum(baselineStates),
  /** Fraction of the capture that is complete. */
  progress: z.number(),
  /** Why the capture failed; null unless it failed. */
  message: z.string().nullable(),
  /** Slug and title of the deployment; null after it was deleted. */
  deployment: z.object({ slug: z.string(), title: z.string() }).nullable(),
  /** Title of the deployment when the capture was requested. */
  formerTitle: z.string().nullable(),
  /** The captured window; until the capture is complete, the requested window. */
  window: timeWindow.nullable(),
  /** Null until the capture is complete. */
  summary: baselineSummary.nullable(),
  contentHash: z.string().nullable(),
  isDefault: z.boolean(),
  isPinned: z.boolean(),
  expiresAtMs: z.number().nullable(),
  isExpired: z.boolean(),
  /** The newest deploy of the deployment after the window; null if there is none. */
  laterDeploy: z.object({ title: z.string(), atMs: z.number() }).nullable(),
  /** Who sees the baseline. "team": only the members of the team and admins. */
  visibility: z.enum(baselineVisibilities),
  /** The team that owns the baseline. Null if the baseline belongs to the team of its deployment. */
  team: z.object({ id: z.string(), name: z.string() }).nullable(),
  /** Why the caller may not edit or delete the baseline. Null if the caller may. */
  changeRefusal: z.string().nullable(),
  /** Why the caller may not make the baseline the default of its deployment. Null if the caller may. */
  defaultRefusal: z.string().nullable(),
  author: z.string(),
  /** Who imported the baseline, when, and whether its file matched its content hash. Null for a captured baseline. */
  imported: baselineImport.nullable(),
  version: z.number(),
  createdAtMs: z.number(),
});
/** Baseline in a list, with its summary. */
export type BaselineEntry = z.infer<typeof baseline>;

/** Checks whether a window is suitable as a baseline, before it is captured. */
export const assessWindowContract = defineContract({
  id: "assess-window",
  method: "GET",
  path: "/api/v1/baselines/assessment",
  timeLimitMs: 20_000,
  maxBodyBytes: 0,
  params: emptyObject,
  query: z.strictObject({ deployment: slug, from: timeExpression, to: timeExpression }),
  body: emptyObject,
  response: z.object({
    asOfMs: z.number(),
    window: timeWindow,
    /** Null if the window has no blocks. */
    blocks: z.object({ blockMs: z.number(), blockCount: z.number() }).nullable(),
    requestCount: z.number().nullable(),
    /** Sentence that states whether the window can be captured and whether it is suitable. */
    summary: z.string(),
    /** Empty for a suitable window. */
    concerns: z.array(concern),
    proposal: timeWindow.nullable(),
    /** Why the role of the caller does not allow captures. Null if it does. */
    captureRefusal: z.string().nullable(),
  }),
});

/** Lists baselines. */
export const baselinesContract = defineContract({
  id: "baselines",
  method: "GET",
  path: "/api/v1/baselines",
  timeLimitMs: 5_000,
  maxBodyBytes: 0,
  params: emptyObject,
  query: z.strictObject({ deployment: slug.optional() }),
  body: emptyObject,
  /** Newest first, at most 1,000. */
  response: z.object({
    asOfMs: z.number(),
    baselines: z.array(baseline),
    isTruncated: z.boolean(),
    /** Why the role of the caller does not allow captures and imports. Null if it does. */
    captureRefusal: z.string().nullable(),
  }),
});

/** Starts the capture of a baseline. The response does not wait for its end. */
export const captureBaselineContract = defineContract({
  id: "capture-baseline",
  method: "POST",
  path: "/api/v1/baselines",
  guard: "idempotency-key",
  timeLimitMs: 5_000,
  maxBodyBytes: 16 * 1_024,
  params: emptyObject,
  query: emptyObject,
  body: z.strictObject({
    deployment: slug,
    from: timeExpression,
    to: timeExpression,
    name,
    /** Settings of a load test, such as its number of users. */
    load: enteredLoad.default({}),
    expiresAtMs: epochMs.nullable().default(null),
    ...owner,
  }),
  response: z.object({ asOfMs: z.number(), baseline }),
});

const quantile = z.object({
  quantile: z.number(),
  value: z.number(),
  lower: z.number(),
  upper: z.number().nullable(),
  /** Bucket that contains the quantile. Absent in copies that were stored before it was reported. */
  bucket: bucket.exactOptional(),
});

/** Reads a baseline with its measurements, load and environment. */
export const baselineContract = defineContract({
  id: "baseline",
  method: "GET",
  path: "/api/v1/baselines/[baselineId]",
  timeLimitMs: 5_000,
  maxBodyBytes: 0,
  params: baselineParams,
  query: emptyObject,
  body: emptyObject,
  response: z.object({
    asOfMs: z.number(),
    baseline,
    /** Null until the capture is complete. */
    measured: z
      .object({
        distributions: z.array(
          z.object({
            signal: signalId,
            unit,
            n: z.number(),
            mean: z.number().nullable(),
            /** 95 % interval; null with fewer than 20 complete blocks. */
            meanInterval: z.object({ lower: z.number(), upper: z.number() }).nullable(),
            /** Percentiles with 95 % intervals from the variation between blocks. Empty with fewer than 20 complete blocks. */
            quantiles: z.array(quantile),
            blockCount: z.number(),
          }),
        ),
        /** `n` is the number of complete blocks. */
        rates: z.array(z.object({ signal: signalId, unit, perSecond: z.number(), n: z.number() })),
        gauges: z.array(
          z.object({ signal: signalId, unit, mean: z.number(), max: z.number(), n: z.number() }),
        ),
      })
      .nullable(),
    /** The stored document of the baseline without its measurements. */
    document: baselineDocument.omit({ measured: true, historySpreads: true }).nullable(),
    /** The changes of the deployment's default baseline, newest first, without baselines that the caller may not see. */
    defaults: z.array(
      z.object({
        /** Null after the baseline was deleted. */
        baselineId: z.string().nullable(),
        /** Name of the baseline at the time of the change. */
        name: z.string(),
        /** True if the change removed the baseline as the default, so that the deployment had no default afterwards. */
        isRemoval: z.boolean(),
        /** True if the baseline is the default now. */
        isCurrent: z.boolean(),
        sinceMs: z.number(),
        reason: z.string(),
        author: z.string(),
      }),
    ),
    /** Objects that refer to the baseline and change if it is deleted. */
    uses: z.object({
      /** Number of gate runs that are not evaluated yet. */
      waitingGateCount: z.number().int(),
      /** Numbers of the investigations that compare with the baseline. */
      investigations: z.array(z.number().int()),
      /** Number of further investigations, which the caller may not read. */
      hiddenInvestigationCount: z.number().int(),
      /** Experiments with the baseline as an arm, by the numbers of the investigation and of the experiment. */
      experiments: z.array(
        z.object({
          investigation: z.number().int(),
          number: z.number().int(),
          state: z.enum(experimentStates),
          /** True if the experiment has a decision. Its result is then stored and remains readable. */
          hasDecision: z.boolean(),
        }),
      ),
      /** Number of further experiments, of investigations that the caller may not read. */
      hiddenExperimentCount: z.number().int(),
    }),
  }),
});

/** Renames a baseline, pins it, or changes its expiry or visibility. */
export const editBaselineContract = defineContract({
  id: "edit-baseline",
  method: "PATCH",
  path: "/api/v1/baselines/[baselineId]",
  guard: "if-match",
  timeLimitMs: 5_000,
  maxBodyBytes: 16 * 1_024,
  params: baselineParams,
  query: emptyObject,
  /** Absent fields stay unchanged. */
  body: z
    .strictObject({
      name: name.optional(),
      isPinned: z.boolean().optional(),
      expiresAtMs: epochMs.nullable().optional(),
      ...owner,
    })
    .refine((edit) => Object.keys(edit).length > 0, "specify at least one field"),
  response: z.object({ asOfMs: z.number(), baseline }),
});

/** Deletes a baseline. */
export const deleteBaselineContract = defineContract({
  id: "delete-baseline",
  method: "DELETE",
  path: "/api/v1/baselines/[baselineId]",
  guard: "if-match",
  timeLimitMs: 5_000,
  maxBodyBytes: 1_024,
  params: baselineParams,
  query: emptyObject,
  body: emptyObject,
  response: z.object({ asOfMs: z.number(), deletedId: z.string() }),
});

/** Makes a baseline the default of its deployment, with a reason. */
export const setDefaultBaselineContract = defineContract({
  id: "set-default-baseline",
  method: "POST",
  path: "/api/v1/baselines/[baselineId]/default",
  guard: "idempotency-key",
  timeLimitMs: 5_000,
  maxBodyBytes: 16 * 1_024,
  params: baselineParams,
  query: emptyObject,
  body: z.strictObject({ reason }),
  response: z.object({ asOfMs: z.number(), baseline }),
});

/** Removes a baseline as the default of its deployment, with a reason. The deployment then has no default. */
export const unsetDefaultBaselineContract = defineContract({
  id: "remove-default-baseline",
  method: "DELETE",
  path: "/api/v1/baselines/[baselineId]/default",
  guard: "idempotency-key",
  timeLimitMs: 5_000,
  maxBodyBytes: 16 * 1_024,
  params: baselineParams,
  query: emptyObject,
  body: z.strictObject({ reason: oneLine(removalReasonRules) }),
  response: z.object({ asOfMs: z.number(), baseline }),
});

/** Adds a baseline from an exported document. */
export const importBaselineContract = defineContract({
  id: "import-baseline",
  method: "POST",
  path: "/api/v1/baselines/import",
  guard: "idempotency-key",
  timeLimitMs: 20_000,
  maxBodyBytes: maxImportBytes,
  params: emptyObject,
  query: z.strictObject({
    name: name.optional(),
    visibility: owner.visibility,
    teamId: z.uuid().optional(),
  }),
  /** An exported document of this or an earlier release, or the response of the export, whose content hash is checked. */
  body: z.looseObject({}),
  response: z.object({ asOfMs: z.number(), baseline }),
});

/** Exports a baseline as JSON or Markdown. */
export const exportBaselineContract = defineContract({
  id: "export-baseline",
  method: "GET",
  path: "/api/v1/baselines/[baselineId]/export",
  timeLimitMs: 10_000,
  maxBodyBytes: 0,
  params: baselineParams,
  query: z.strictObject({ format: z.enum(["json", "markdown"]).default("json") }),
  body: emptyObject,
  response: z.discriminatedUnion("format", [
    z.object({
      format: z.literal("json"),
      fileName: z.string(),
      contentHash: z.string(),
      document: storedBaselineDocument,
    }),
    z.object({ format: z.literal("markdown"), fileName: z.string(), text: z.string() }),
  ]),
});

/** Response of `GET /api/v1/baselines/assessment`. */
export type AssessmentResponse = ResponseOf<typeof assessWindowContract>;
/** Response of `GET /api/v1/baselines/[baselineId]`. */
export type BaselineResponse = ResponseOf<typeof baselineContract>;
/** Response of `GET /api/v1/baselines/[baselineId]/export`. */
export type BaselineExport = ResponseOf<typeof exportBaselineContract>;
/** Response of `PATCH /api/v1/baselines/[baselineId]`. */
export type ChangedBaselineResponse = ResponseOf<typeof editBaselineContract>;
/** Body of `POST /api/v1/baselines`. */
export type CaptureBaselineBody = z.input<typeof captureBaselineContract.body>;
/** Body of `PATCH /api/v1/baselines/[baselineId]`. */
export type EditBaselineBody = z.input<typeof editBaselineContract.body>;
