/** Parts of the responses of investigations. */
import { z } from "zod";
import {
  answerStates,
  evidenceDirections,
  evidenceKinds,
  evidenceWeights,
} from "@/lib/model/investigation/evidence";
import {
  experimentDecisions,
  experimentKinds,
  experimentStates,
} from "@/lib/model/investigation/experiments/experiment";
import {
  experimentArms,
  experimentResult,
  storedFactor,
  storedMeasures,
  storedScores,
} from "@/lib/model/investigation/experiments/experiment-schema";
import { fileFormats } from "@/lib/model/investigation/evidence-file";
import { conditionSchema, goalSchema } from "@/lib/model/investigation/goal-schema";
import { effectDirections, causeLayers, hypothesisStatuses } from "@/lib/model/investigation/hypothesis";
import {
  investigationVisibilities,
  linkKinds,
  investigationOrigins,
  participantRoles,
  relationKinds,
} from "@/lib/model/investigation/investigation";
import { investigationStates } from "@/lib/model/investigation/investigation-state";
import { severities } from "@/lib/model/investigation/severity";
import { stepIds } from "@/lib/model/investigation/step-ids";
import { stepStates } from "@/lib/model/investigation/step-record";
import { deliveryStates } from "@/lib/model/investigation/webhook";
import { timelinePayload } from "@/lib/model/investigation/timeline-payload";
import { comparedStatistics } from "@/lib/model/comparison/compared-statistic";
import { signalId, timeWindow } from "../fields";
import { evidenceQuestion } from "./evidence-kinds/evidence-kinds";

const named = z.object({ id: z.string(), name: z.string() });
const step = z.enum(stepIds);
const timeMs = z.number().nullable();

/** An investigation as lists show it. */
export const investigationEntry = z.object({
  id: z.string(),
  number: z.number().int(),
  title: z.string(),
  severity: z.literal(severities),
  state: z.enum(investigationStates),
  step,
  round: z.number().int(),
  /** By title. Deployments that the caller may not read are missing. */
  deployments: z.array(z.object({ slug: z.string(), title: z.string() })),
  owner: named.nullable(),
  team: named.nullable(),
  visibility: z.enum(investigationVisibilities),
  tags: z.array(z.string()),
  /** Calendar day such as 2026-11-20, in the time zone of the organisation. */
  dueOn: z.string().nullable(),
  startedAtMs: timeMs,
  detectedAtMs: timeMs,
  mitigatedAtMs: timeMs,
  resolvedAtMs: timeMs,
  author: z.string(),
  /** Version of the properties that `edit-investigation` changes. */
  version: z.number().int(),
  createdAtMs: z.number(),
  /** Time of the newest entry of the timeline. */
  updatedAtMs: z.number(),
});

/** An investigation with all its properties. */
export const investigation = investigationEntry.extend({
  opening: z.object({
    kind: z.enum(investigationOrigins),
    path: z.string().nullable(),
    /** Window of the page from which the investigation was opened. Absent if the page had none. */
    window: timeWindow.exactOptional(),
  }),
  goal: goalSchema.nullable(),
  conditions: z.array(conditionSchema),
  links: z.array(z.object({ kind: z.enum(linkKinds), title: z.string(), url: z.string() })),
  /** Baseline of the investigation. Null if there is no baseline, or if the caller may not read the baseline. */
  baseline: named
    .extend({
      /** True if the investigation does not have the deployment of the baseline. Step 6 then needs another baseline. */
      isOfOtherDeployment: z.boolean(),
    })
    .nullable(),
  /** The deploy that contains the fix; null if no deploy is linked. */
  deploy: z.object({ id: z.string(), title: z.string(), atMs: z.number() }).nullable(),
});

/** Schema of one step in one round: its state, answers and checklist. */
export const stepRecord = z.object({
  step,
  round: z.number().int(),
  state: z.enum(stepStates),
  /** Why the step was skipped; null unless it was skipped. */
  reason: z.string().nullable(),
  /** Text by field id. */
  answers: z.record(z.string(), z.string()),
  /** Ids of the ticked items of the checklist. */
  checked: z.array(z.string()),
  /** Items that a template adds to the checklist of the step. */
  addedItems: z.array(z.object({ id: z.string(), text: z.string() })),
  version: z.number().int(),
});

/** Schema of the effect that a hypothesis predicts: the relative change of a signal. */
export const predictedEffect = z.object({
  signal: signalId,
  statistic: z.enum(comparedStatistics),
  direction: z.enum(effectDirections),
  amountRatio: z.number(),
});

/** Schema of a hypothesis with its evidence. */
export const hypothesis = z.object({
  id: z.string(),
  /** H1 has the number 1. */
  number: z.number().int(),
  /** Round in which the hypothesis was added. */
  round: z.number().int(),
  statement: z.string(),
  layer: z.enum(causeLayers),
  causeClass: z.string().nullable(),
  effect: predictedEffect.nullable(),
  status: z.enum(hypothesisStatuses),
  rank: z.number().int(),
  /** Evidence for and against the hypothesis, without removed evidence. */
  evidence: z.array(
    z.object({
      evidenceId: z.string(),
      number: z.number().int(),
      direction: z.enum(evidenceDirections),
      weight: z.enum(evidenceWeights),
    }),
  ),
  author: z.string(),
  version: z.number().int(),
  createdAtMs: z.number(),
});

/** A stored answer without its data, which `evidence-answer` reads. */
const evidenceAnswer = z.object({
  question: evidenceQuestion,
  state: z.enum(answerStates),
  /** Why the answer could not be read; null unless reading failed. */
  message: z.string().nullable(),
  /** Null until the window is known. */
  window: timeWindow.nullable(),
  /** The sentences that the page of the answer displays above its numbers. Null for an answer without a verdict, and until the data are stored. */
  verdict: z.string().nullable(),
  readAtMs: timeMs,
  byteCount: z.number().int().nullable(),
  /** SHA-256 of the data as stored. */
  contentHash: z.string().nullable(),
  /** Version of the format of the data. */
  formatVersion: z.number().int().nullable(),
  /** Version of Ridgepoint that stored the data. */
  productVersion: z.string().nullable(),
});

/** A stored file without its content, which `evidence-file` reads. */
const evidenceFile = z.object({
  fileName: z.string(),
  format: z.enum(fileFormats),
  byteCount: z.number().int(),
  /** SHA-256 of the content. */
  contentHash: z.string(),
  /** Null unless the file is an image. */
  imageSize: z.object({ widthPx: z.number().int(), heightPx: z.number().int() }).nullable(),
  /** Number of the first earlier piece of evidence with the same content; null if there is none. */
  sameAs: z.number().int().nullable(),
});

/** Schema of a piece of evidence: a note, kept data, or an uploaded file. */
export const evidence = z
  .object({
    id: z.string(),
    /** E1 has the number 1. */
    number: z.number().int(),
    kind: z.enum(evidenceKinds),
    title: z.string(),
    /** Markdown of a note, or the remark on an answer. Null without a remark, and after the evidence was removed. */
    text: z.string().nullable(),
    /** The stored answer. Null for a note or a file, and after the evidence was removed. */
    answer: evidenceAnswer.nullable(),
    /** The uploaded file. Null for a note or an answer, and after the evidence was removed. */
    file: evidenceFile.nullable(),
    steps: z.array(z.object({ round: z.number().int(), step })),
    hypotheses: z.array(
      z.object({
        hypothesisId: z.string(),
        number: z.number().int(),
        direction: z.enum(evidenceDirections),
        weight: z.enum(evidenceWeights),
      }),
    ),
    author: z.string(),
    createdAtMs: z.number(),
    removal: z
      .object({
        reason: z.string(),
        author: z.string(),
        /** True if the content was removed automatically, because the retention time of the team had passed. */
        isAutomatic: z.boolean(),
        atMs: z.number(),
        /** SHA-256 of the removed content. Null for a removal before Ridgepoint recorded it. */
        contentHash: z.string().nullable(),
      })
      .nullable(),
  })
  .meta({ id: "Evidence" });

/** Schema of an experiment: plan, state, scores, decision and approval. */
export const experiment = z.object({
  id: z.string(),
  /** X1 has the number 1. */
  number: z.number().int(),
  round: z.number().int(),
  /** Number of the hypothesis that the experiment tests. */
  hypothesis: z.object({ id: z.string(), number: z.number().int() }).nullable(),
  kind: z.enum(experimentKinds),
  factor: storedFactor,
  arms: experimentArms,
  measures: storedMeasures,
  rollbackPlan: z.string(),
  /** Webhook to which Ridgepoint sends the request for a rollback; null without one. */
  rollbackHook: named.nullable(),
  /** True if the stop rule fires the hook as soon as a guard is worse at two consecutive interim analyses. */
  hookFiresOnGuard: z.boolean(),
  /** Firings of the rollback hook, newest first. */
  hookFirings: z.array(
    z.object({
      /** Id of the message, which is sent in the header webhook-id. */
      id: z.string(),
      /** Name of the webhook. */
      webhook: z.string(),
      trigger: z.enum(["person", "stop-rule"]),
      state: z.enum(deliveryStates),
      reason: z.string(),
      attemptCount: z.number().int(),
      /** HTTP status of the response; null without a response. */
      status: z.number().int().nullable(),
      durationMs: z.number().nullable(),
      author: z.string(),
      atMs: z.number(),
    }),
  ),
  /** In order of time. */
  scores: storedScores,
  state: z.enum(experimentStates),
  startedAtMs: timeMs,
  endedAtMs: timeMs,
  decision: z
    .object({
      decision: z.enum(experimentDecisions),
      reason: z.string(),
      author: z.string(),
      atMs: z.number(),
      /** The result at the time of the decision. */
      result: experimentResult.nullable(),
    })
    .nullable(),
  approval: z
    .object({
      author: z.string(),
      atMs: z.number(),
      /** Why the proposer approved the change as an exception; null if another person approved it. */
      exceptionReason: z.string().nullable(),
    })
    .nullable(),
  /** True if the caller added the experiment or decided on it, so that another person must approve the change. */
  isProposer: z.boolean(),
  author: z.string(),
  version: z.number().int(),
  createdAtMs: z.number(),
});

/** Schema of a participant. */
export const participant = named.extend({ role: z.enum(participantRoles) });

/** Schema of a relation to another investigation, as this investigation shows it. */
export const relation = z.object({
  id: z.string(),
  kind: z.enum(relationKinds),
  /** True if the other investigation names this one. */
  isInverse: z.boolean(),
  number: z.number().int(),
  title: z.string(),
  state: z.enum(investigationStates),
});

/** Schema of an entry of the timeline. */
export const timelineEntry = z.object({
  id: z.string(),
  atMs: z.number(),
  author: z.string(),
  isPinned: z.boolean(),
  /** True if the caller wrote the comment or manual entry and may edit it. */
  canEdit: z.boolean(),
  /** True if the caller is the author. Absent if another person is, and from older servers. */
  isCaller: z.literal(true).exactOptional(),
  editedAtMs: z.number().nullable(),
  version: z.number().int(),
  payload: timelinePayload,
  /** Names of the people in the payload, by id. */
  people: z.record(z.string(), z.string()),
});

/** Schema of a page of the timeline. */
export const timelinePage = z.object({
  /** Newest first. */
  entries: z.array(timelineEntry),
  nextCursor: z.string().nullable(),
});

/** Response of a change that adds one entry to the timeline. */
export const changedInvestigation = z.object({ asOfMs: z.number(), investigation });
