/** Endpoints for the state, the rounds and the steps of an investigation. */
import { z } from "zod";
import { investigationLimits } from "@/lib/model/investigation/investigation-limits";
import { investigationStates } from "@/lib/model/investigation/investigation-state";
import { stepActions } from "@/lib/model/investigation/step-change";
import { defineContract, type ResponseOf } from "../contract";
import {
  editRules,
  epochMs,
  fieldId,
  investigationParams,
  readRules,
  reason,
  round,
  stepAnswers,
  stepId,
  writeRules,
} from "./request-fields";
import { changedInvestigation, stepRecord } from "./response-fields";

const limits = investigationLimits;

/** Changes the state of an investigation. */
export const changeStateContract = defineContract({
  ...writeRules,
  id: "change-investigation-state",
  path: "/api/v1/investigations/[number]/state",
  /** Before the state becomes "resolved", the goal is checked, which reads the sources. */
  timeLimitMs: 15_000,
  body: z.strictObject({
    state: z.enum(investigationStates),
    /** The state that the person saw. The change fails if the state is different now, so that two people do not change it twice. */
    from: z.enum(investigationStates),
    /** Reason of the change. Required to end an investigation without a fix, and to reopen a closed investigation. */
    reason: reason.nullable().default(null),
    /** Reason why the person resolves the investigation although the goal is not met; null unless that is the case. */
    overrideReason: reason.nullable().default(null),
    /** The deploy event that contains the fix. It replaces the deploy event that is linked now. Null keeps the link. */
    deployEventId: z.uuid().nullable().default(null),
    /** For the state "duplicate", the number of the investigation that stays open; otherwise null. */
    duplicateOf: z.int().min(1).max(999_999_999).nullable().default(null),
  }),
  response: changedInvestigation,
});

/** Starts the next round of the seven steps, with a reason. */
export const startRoundContract = defineContract({
  ...writeRules,
  id: "start-round",
  path: "/api/v1/investigations/[number]/rounds",
  /** The state becomes active and the step becomes step 2. */
  body: z.strictObject({ from: round, reason }),
  response: changedInvestigation,
});

/** Reads the steps of one round. */
export const investigationRoundContract = defineContract({
  ...readRules,
  id: "investigation-round",
  path: "/api/v1/investigations/[number]/rounds/[round]",
  params: investigationParams.extend({
    round: z.coerce.number().int().min(1).max(investigationLimits.maxRounds),
  }),
  response: z.object({
    asOfMs: z.number(),
    round: z.number().int(),
    isReadOnly: z.boolean(),
    steps: z.array(stepRecord),
  }),
});

/** Makes another step the current step. Returning to an earlier step needs a reason. */
export const goToStepContract = defineContract({
  ...writeRules,
  id: "go-to-step",
  path: "/api/v1/investigations/[number]/position",
  body: z.strictObject({
    step: stepId,
    /** The step that the person saw. */
    from: stepId,
    reason: reason.nullable().default(null),
  }),
  response: changedInvestigation,
});

const stepParams = investigationParams.extend({ step: stepId });
const changedStep = z.object({ asOfMs: z.number(), step: stepRecord });

/** Finishes, skips or reopens a step. */
export const changeStepStateContract = defineContract({
  ...writeRules,
  id: "change-step-state",
  path: "/api/v1/investigations/[number]/steps/[step]/state",
  params: stepParams,
  body: z.strictObject({
    round,
    action: z.enum(stepActions),
    /** Needed to skip a step. */
    reason: reason.nullable().default(null),
    /** True finishes a step although parts are missing, which the timeline then lists. If false, such a change is refused. */
    acceptsMissing: z.boolean().default(false),
  }),
  response: changedStep,
});

/** Saves the answers and the checklist of a step. */
export const saveStepContract = defineContract({
  ...editRules,
  id: "save-step",
  path: "/api/v1/investigations/[number]/steps/[step]",
  maxBodyBytes: 256 * 1_024,
  params: stepParams,
  /** Replaces the complete input. If-Match contains the version of the step. */
  body: z.strictObject({
    round,
    answers: stepAnswers,
    checked: z
      .array(fieldId)
      .max(limits.maxChecked)
      .transform((ids) => [...new Set(ids)].toSorted()),
    /** `updatedAtMs` of the caller's draft that this input contains. The draft is deleted. */
    draftUpdatedAtMs: epochMs.optional(),
  }),
  response: changedStep,
});

/** State and answers of one step in one round. */
export type StepRecordEntry = z.infer<typeof stepRecord>;
/** Response of `GET /api/v1/investigations/[number]/rounds/[round]`. */
export type InvestigationRoundResponse = ResponseOf<typeof investigationRoundContract>;
/** Body of `POST /api/v1/investigations/[number]/state`. */
export type ChangeStateBody = z.input<typeof changeStateContract.body>;
/** Body of `PATCH /api/v1/investigations/[number]/steps/[step]`. */
export type SaveStepBody = z.input<typeof saveStepContract.body>;
/** Body of `POST /api/v1/investigations/[number]/steps/[step]/state`. */
export type ChangeStepStateBody = z.input<typeof changeStepStateContract.body>;
