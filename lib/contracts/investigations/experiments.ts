/** Endpoints for the experiments of an investigation: two arms, one declared factor, and the measured effect. */
import { z } from "zod";
import type { ReadonlyDeep } from "@/lib/base/readonly-deep";
import { environmentLimits, environmentPathError } from "@/lib/model/baseline/environment";
import {
  experimentDecisions,
  experimentKinds,
  experimentLimits,
  stopRules,
  armRoles,
} from "@/lib/model/investigation/experiments/experiment";
import { comparedStatistics } from "@/lib/model/comparison/compared-statistic";
import { experimentResult } from "@/lib/model/investigation/experiments/experiment-schema";
import { defineContract, type ResponseOf } from "../contract";
import { emptyObject, labelName, labelValue, signalId, slug } from "../fields";
import {
  editRules,
  epochMs,
  investigationParams,
  longText,
  markdown,
  oneLine,
  readRules,
  removeRules,
  reason,
  writeRules,
} from "./request-fields";
import { experiment } from "./response-fields";

const limits = experimentLimits;
const name = oneLine({ maxLength: limits.maxNameLength, emptyError: "Name the arm." });
const measuredValue = z.strictObject({ signal: signalId, statistic: z.enum(comparedStatistics) });
const factorValue = longText(environmentLimits.maxValueLength).trim().min(1).nullable();

const factor = z.strictObject({
  path: z.string().superRefine((path, context) => {
    const error = environmentPathError(path);
    if (error !== null) context.addIssue({ code: "custom", message: error });
  }),
  /** Value in the reference arm. `to` is the value in the changed arm. Null accepts any value. */
  from: factorValue,
  to: factorValue,
});

const armOf = <Role extends (typeof armRoles)[number]>(role: Role) =>
  z
    .strictObject({
      role: z.literal(role),
      name,
      deployment: slug,
      /** A label that only the instances of the arm have. */
      selector: z.strictObject({ label: labelName, value: labelValue }).nullable().default(null),
      /** Measured windows in order of time; each includes its start and excludes its end. Without a window, the arm begins with the start of the experiment. */
      windows: z
        .array(z.strictObject({ startMs: epochMs, endMs: epochMs.nullable() }))
        .max(limits.maxWindows)
        .default([]),
      /** Id of a baseline of the deployment that is used as the arm instead of windows. */
      baselineId: z.uuid().nullable().default(null),
    })
    .refine(
      ({ selector, windows, baselineId }) =>
        baselineId === null || (selector === null && windows.length === 0),
      "an arm with a baseline has no selector and no windows",
    );

const arms = z.tuple([armOf("reference"), armOf("changed")]);

const guards = z.array(measuredValue).max(limits.maxGuards);
/** Smallest relative change that counts. */
const marginRatio = z.number().min(limits.minMarginRatio).max(limits.maxMarginRatio);
/** Largest relative decrease of a quality score that is accepted. */
const maxQualityDecrease = z.number().min(0).max(limits.maxQualityDecrease);
const plannedBlocks = z.int().min(limits.minBlocks).max(limits.maxPlannedBlocks);
const stopRule = z.enum(stopRules);

const measures = z.strictObject({
  primary: measuredValue,
  guards: guards.default([{ signal: "errors", statistic: "ratio-to-requests" }]),
  /** True if the cost per million output tokens must not become worse. */
  hasCostGuard: z.boolean().default(false),
  marginRatio: marginRatio.default(0.1),
  maxQualityDecrease: maxQualityDecrease.default(0),
  plannedBlocks: plannedBlocks.default(120),
  stopRule: stopRule.default("first-verdict"),
});

/** Measures in an edit. The fields have no defaults, because an absent field stays unchanged. */
const editedMeasures = z.strictObject({
  primary: measuredValue.optional(),
  guards: guards.optional(),
  hasCostGuard: z.boolean().optional(),
  marginRatio: marginRatio.optional(),
  maxQualityDecrease: maxQualityDecrease.optional(),
  plannedBlocks: plannedBlocks.optional(),
  stopRule: stopRule.optional(),
});

const kind = z.enum(experimentKinds);
const hypothesisId = z.uuid().nullable();
const rollbackPlan = markdown(limits.maxRollbackPlanLength);
const rollbackHookId = z.uuid().nullable();
const changedExperiment = z.object({ asOfMs: z.number(), experiment });
const experimentParams = investigationParams.extend({ experimentId: z.uuid() });

/** Adds a planned experiment to the current round. */
export const addExperimentContract = defineContract({
  ...writeRules,
  id: "add-experiment",
  path: "/api/v1/investigations/[number]/experiments",
  body: z.strictObject({
    kind,
    hypothesisId: hypothesisId.default(null),
    factor,
    arms,
    measures,
    rollbackPlan,
    /** Id of the webhook to which Ridgepoint sends the request for a rollback. */
    rollbackHookId: rollbackHookId.default(null),
    /** True if Ridgepoint fires the hook as soon as a guard is worse at two consecutive interim analyses. */
    hookFiresOnGuard: z.boolean().default(false),
  }),
  response: changedExperiment,
});

/** Changes the plan of an experiment. */
export const editExperimentContract = defineContract({
  ...editRules,
  id: "edit-experiment",
  path: "/api/v1/investigations/[number]/experiments/[experimentId]",
  params: experimentParams,
  /** Absent fields stay unchanged. After the start, only windows, the rollback plan and its hook change. */
  body: z
    .strictObject({
      kind: kind.optional(),
      hypothesisId: hypothesisId.optional(),
      factor: factor.optional(),
      arms: arms.optional(),
      measures: editedMeasures.optional(),
      rollbackPlan: rollbackPlan.optional(),
      rollbackHookId: rollbackHookId.optional(),
      hookFiresOnGuard: z.boolean().optional(),
    })
    .refine((change) => Object.keys(change).length > 0, "specify at least one field"),
  response: changedExperiment,
});

/** Deletes a planned experiment. */
export const removeExperimentContract = defineContract({
  ...removeRules,
  id: "remove-experiment",
  path: "/api/v1/investigations/[number]/experiments/[experimentId]",
  params: experimentParams,
  body: emptyObject,
  /** Number of the deleted experiment. */
  response: z.object({ asOfMs: z.number(), number: z.number().int() }),
});

/** Starts or ends an experiment. */
export const changeExperimentStateContract = defineContract({
  ...writeRules,
  id: "change-experiment-state",
  path: "/api/v1/investigations/[number]/experiments/[experimentId]/state",
  params: experimentParams,
  /** The new state. "running": arms without a window begin now. "ended": windows that are still open end now. */
  body: z.strictObject({ state: z.enum(["running", "ended"]) }),
  response: changedExperiment,
});

/** Adds the result of a quality test to an arm. */
export const addExperimentScoreContract = defineContract({
  ...writeRules,
  id: "add-experiment-score",
  path: "/api/v1/investigations/[number]/experiments/[experimentId]/scores",
  params: experimentParams,
  /** The result of a quality test of one arm. Higher is better. Several scores of one test are averaged. */
  body: z.strictObject({
    role: z.enum(armRoles),
    name: oneLine({ maxLength: limits.maxNameLength, emptyError: "Name the quality test." }),
    value: z.number().min(-1_000_000).max(1_000_000),
  }),
  response: changedExperiment,
});

/** Records the decision on an experiment: adopt, reject or repeat. */
export const decideExperimentContract = defineContract({
  ...writeRules,
  id: "decide-experiment",
  path: "/api/v1/investigations/[number]/experiments/[experimentId]/decision",
  params: experimentParams,
  /** The decision stores the result, which reads the sources. */
  timeLimitMs: 15_000,
  body: z.strictObject({ decision: z.enum(experimentDecisions), reason }),
  response: changedExperiment,
});

/** Approves an adopted change. A second person approves it, or the proposer signs an exception. */
export const approveExperimentContract = defineContract({
  ...writeRules,
  id: "approve-experiment",
  path: "/api/v1/investigations/[number]/experiments/[experimentId]/approval",
  params: experimentParams,
  body: z.strictObject({
    /** Signed by the proposer if no other person can approve the change. */
    exceptionReason: reason.nullable().default(null),
  }),
  response: changedExperiment,
});

/** Measures the arms of an experiment and returns the verdict. */
export const experimentResultContract = defineContract({
  ...readRules,
  id: "experiment-result",
  path: "/api/v1/investigations/[number]/experiments/[experimentId]/result",
  params: experimentParams,
  timeLimitMs: 12_000,
  response: z.object({
    asOfMs: z.number(),
    /** True if the experiment is running, so that the result can change. */
    isLive: z.boolean(),
    result: experimentResult,
  }),
});

/** An experiment with its plan, state, scores, decision and approval. */
export type ExperimentEntry = ReadonlyDeep<z.infer<typeof experiment>>;
/** Body of `POST /api/v1/investigations/[number]/experiments`. */
export type AddExperimentBody = ReadonlyDeep<z.input<typeof addExperimentContract.body>>;
/** Arms of a plan as a request contains them. */
export type RequestedArms = ReadonlyDeep<z.output<typeof addExperimentContract.body>["arms"]>;
/** Body of `PATCH /api/v1/investigations/[number]/experiments/[experimentId]`. */
export type EditExperimentBody = ReadonlyDeep<z.input<typeof editExperimentContract.body>>;
/** Body of `POST /api/v1/investigations/[number]/experiments/[experimentId]/decision`. */
export type DecideExperimentBody = z.input<typeof decideExperimentContract.body>;
/** Body of `POST /api/v1/investigations/[number]/experiments/[experimentId]/scores`. */
export type AddExperimentScoreBody = z.input<typeof addExperimentScoreContract.body>;
/** Response of `GET /api/v1/investigations/[number]/experiments/[experimentId]/result`. */
export type ExperimentResultResponse = ReadonlyDeep<ResponseOf<typeof experimentResultContract>>;
