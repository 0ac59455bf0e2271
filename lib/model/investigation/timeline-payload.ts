/** Contents of timeline entries by kind, for stored rows and responses. */
import { z } from "zod";
import { goalVerdicts } from "./goal";
import { goalCheck } from "./goal-check";
import { evidenceDirections, evidenceWeights } from "./evidence";
import { armRoles, experimentActions, experimentDecisions } from "./experiments/experiment";
import { hypothesisStatuses } from "./hypothesis";
import { investigationOrigins, participantRoles, relationKinds } from "./investigation";
import { investigationStates } from "./investigation-state";
import { reportKinds } from "./reports/report-kinds";
import { reportActions } from "./reports/report-link";
import { stepActions } from "./step-change";
import { stepIds } from "./step-ids";
import { watchActions } from "./watch";

const round = z.number().int();
const step = z.enum(stepIds);
const reason = z.string().nullable();
const state = z.enum(investigationStates);

/** A link of evidence to a hypothesis. Both are identified by their displayed numbers. */
const evidenceLink = z.object({
  hypothesis: z.number().int(),
  direction: z.enum(evidenceDirections),
  weight: z.enum(evidenceWeights),
});

/** Values of a field before and after the change, as text; null for no value. */
const valueChange = z.object({ field: z.string(), from: reason, to: reason });

/**
 * Text of a field that an edit of a step replaced; null if the field was empty. Older rows also contain the new text,
 * which is not read.
 */
const replacedText = z.object({
  field: z.string(),
  from: reason,
  /** True if the response contains only the start of a long text. The export contains the complete text. */
  isShortened: z.boolean().exactOptional(),
});

/** Schema of the content of an entry, by its kind. */
export const timelinePayload = z.discriminatedUnion("kind", [
  z.object({ kind: z.literal("comment"), text: z.string(), mentions: z.array(z.string()) }),
  z.object({ kind: z.literal("manual"), text: z.string() }),
  z.object({
    kind: z.literal("opened"),
    from: z.enum(investigationOrigins),
    /** Name of the template; absent without one. */
    template: z.string().exactOptional(),
  }),
  z.object({ kind: z.literal("edited"), changes: z.array(valueChange) }),
  z.object({
    kind: z.literal("state"),
    from: state,
    to: state,
    reason,
    /** True if a person signed that the goal does not have to be met. */
    isOverride: z.boolean(),
    /** The server's check of the goal for the state "resolved"; absent without a goal and in other changes. */
    goalCheck: goalCheck.exactOptional(),
  }),
  z.object({
    kind: z.literal("round"),
    from: round,
    to: round,
    reason: z.string(),
    /** Deploy that was linked as the fix of the ended round. */
    deployEventId: z.string().exactOptional(),
    /** State before the round. The round changed it to "active". Absent if the state was already active. */
    fromState: state.exactOptional(),
  }),
  z.object({ kind: z.literal("step-move"), round, from: step, to: step, isBack: z.boolean(), reason }),
  z.object({
    kind: z.literal("step-state"),
    round,
    step,
    action: z.enum(stepActions),
    reason,
    /** Names of the missing parts of a step that was finished without them. */
    missing: z.array(z.string()).exactOptional(),
  }),
  /** Ids of the fields and checklist items that changed. */
  z.object({
    kind: z.literal("step-input"),
    round,
    step,
    fields: z.array(z.string()),
    /** Texts before the edit, so that a replaced text stays readable. Absent in older entries. */
    changes: z.array(replacedText).exactOptional(),
  }),
  z.object({
    kind: z.literal("hypothesis"),
    number: z.number().int(),
    action: z.enum(["added", "edited"]),
    statement: z.string(),
    fromStatus: z.enum(hypothesisStatuses).nullable(),
    toStatus: z.enum(hypothesisStatuses),
  }),
  /** Numbers of the hypotheses, the most likely first. */
  z.object({ kind: z.literal("hypothesis-ranks"), numbers: z.array(z.number().int()) }),
  z.object({
    kind: z.literal("experiment"),
    number: z.number().int(),
    action: z.enum(experimentActions),
    /** Kind and factor as text. */
    title: z.string(),
    decision: z.enum(experimentDecisions).exactOptional(),
    /** Reason of the decision, of a signed exception, of a firing, or of an end without a person. */
    reason: z.string().exactOptional(),
    /** The result at the time of the decision, as a sentence. */
    result: z.string().exactOptional(),
    /** A quality score that a person entered. */
    score: z.object({ role: z.enum(armRoles), name: z.string(), value: z.number() }).exactOptional(),
  }),
  /** A stored validation, by its number. */
  z.object({
    kind: z.literal("validation"),
    number: z.number().int(),
    verdict: z.enum(goalVerdicts),
    sentence: z.string(),
  }),
  /**
   * A change of the watch of a validation, which its number identifies. The text is the reason, or the result of the
   * window.
   */
  z.object({
    kind: z.literal("watch"),
    number: z.number().int(),
    action: z.enum(watchActions),
    text: z.string().nullable(),
  }),
  z.object({
    kind: z.literal("evidence"),
    number: z.number().int(),
    title: z.string(),
    action: z.enum(["added", "linked", "removed"]),
    reason,
    steps: z.array(step),
    hypotheses: z.array(evidenceLink),
    /** True if an editor chose to store the text of prompts and completions. */
    includesPromptText: z.literal(true).exactOptional(),
  }),
  /** The data of these pieces of evidence were removed when the retention of the team ended. */
  z.object({
    kind: z.literal("evidence-expiry"),
    numbers: z.array(z.number().int()),
    team: z.string(),
    retentionDays: z.number().int(),
  }),
  /** The role is null for a removed participant. */
  z.object({
    kind: z.literal("participant"),
    personId: z.string(),
    role: z.enum(participantRoles).nullable(),
  }),
  z.object({
    kind: z.literal("relation"),
    relation: z.enum(relationKinds),
    number: z.number().int(),
    action: z.enum(["added", "removed"]),
  }),
  z.object({
    kind: z.literal("report"),
    report: z.enum(reportKinds),
    action: z.enum(reportActions),
    /** Days until a new link expires. */
    lifetimeDays: z.number().int().exactOptional(),
  }),
]);
/** Content of an entry, by its kind. */
export type TimelinePayload = z.infer<typeof timelinePayload>;
