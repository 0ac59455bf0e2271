/** Text of the entries of a timeline. It follows the name of the author: "Mara" + "skipped step 5: …". */
import { evidenceName } from "@/lib/model/investigation/evidence";
import { joinSentences } from "@/lib/base/join-sentences";
import { experimentName } from "@/lib/model/investigation/experiments/experiment";
import { hypothesisName } from "@/lib/model/investigation/hypothesis";
import { investigationName } from "@/lib/model/investigation/investigation";
import { reportKindTitles } from "@/lib/model/investigation/reports/report-kinds";
import { stateTitles } from "@/lib/model/investigation/investigation-state";
import { stepNumber } from "@/lib/model/investigation/step-ids";
import type { TimelinePayload } from "@/lib/model/investigation/timeline-payload";
import { validationName } from "@/lib/model/investigation/validation-name";
import { parseUtcTime } from "./parse-utc-time";

/** Payload of a change, in contrast to a text that a person wrote. */
export type ChangePayload = Exclude<TimelinePayload, { readonly kind: "comment" | "manual" }>;

const watchTexts = {
  started: "started the watch of",
  worse: "found a worse window in the watch of",
  ended: "ended the watch of",
} as const;

type PayloadOf<Kind extends ChangePayload["kind"]> = Extract<ChangePayload, { readonly kind: Kind }>;

const actionVerbs = { finish: "finished", skip: "skipped", reopen: "reopened" } as const;

/** Names of people by id; null in a text that does not name people. */
type PeopleNames = Readonly<Record<string, string>> | null;

type WriteTime = (atMs: number) => string;

/** Returns what the author changed, as a phrase that follows the author's name. `writeTime` formats the times in it. */
export function describeChange(payload: ChangePayload, people: PeopleNames, writeTime: WriteTime): string {
  switch (payload.kind) {
    case "opened":
      return describeOpening(payload);
    case "edited":
      return payload.changes.map((change) => describeEdit(change, writeTime)).join(", ");
    case "state":
      return describeState(payload);
    case "round":
      return describeRound(payload);
    case "step-move":
      return describeMove(payload);
    case "step-state":
      return describeStepState(payload);
    case "step-input":
      return `edited step ${stepNumber(payload.step)}`;
    case "hypothesis":
      return describeHypothesis(payload);
    case "hypothesis-ranks":
      return `ranked the hypotheses ${payload.numbers.map(hypothesisName).join(", ")}`;
    case "experiment":
      return describeExperiment(payload);
    case "validation":
      return `stored the validation ${validationName(payload.number)}. ${payload.sentence}`;
    case "watch":
      return withReason(`${watchTexts[payload.action]} ${validationName(payload.number)}`, payload.text);
    case "evidence":
      return describeEvidence(payload);
    case "evidence-expiry":
      return `removed the data of ${payload.numbers.map(evidenceName).join(", ")}. ${describeRetention(payload)}`;
    case "participant":
      return describeParticipant(payload, people);
    case "relation":
      return describeRelation(payload);
    case "report":
      return describeReport(payload);
  }
}

function describeOpening({ from, template }: PayloadOf<"opened">): string {
  const origin = from === "person" ? "" : ` from a ${from}`;
  return `opened the investigation${origin}${template === undefined ? "" : ` with the template “${template}”`}`;
}

interface RetentionFacts {
  readonly team: string;
  readonly retentionDays: number;
}

/** Returns why evidence was removed: the retention of the team, as a sentence. */
export function describeRetention({ team, retentionDays }: RetentionFacts): string {
  const days = retentionDays === 1 ? "1 day" : `${retentionDays} days`;
  return `The team ${team} retains the data of evidence for ${days} after the end of an investigation.`;
}

function withReason(text: string, reason: string | null): string {
  return reason === null ? text : `${text}: ${reason}`;
}

const propertyNames: Readonly<Record<string, string>> = {
  startedAt: "start of the symptom",
  detectedAt: "time of detection",
  mitigatedAt: "time of mitigation",
  resolvedAt: "time of resolution",
  dueOn: "due date",
  deploy: "deploy of the fix",
};

/** Properties whose values are names that a reader may not see. */
const nameFields: readonly string[] = ["team", "baseline"];

/** Returns the change of a property with both values: "changed the title from “A” to “B”". */
function describeEdit(
  { field, from, to }: PayloadOf<"edited">["changes"][number],
  writeTime: WriteTime,
): string {
  const name = propertyNames[field] ?? field;
  if (nameFields.includes(field)) return `changed the ${name}`;
  const quoteText = (text: string): string => quoteValue(text, writeTime);
  if (to === null) return from === null ? `changed the ${name}` : `removed the ${name} ${quoteText(from)}`;
  return from === null
    ? `set the ${name} to ${quoteText(to)}`
    : `changed the ${name} from ${quoteText(from)} to ${quoteText(to)}`;
}

/** Puts a value in quotation marks. A time, which is stored in UTC, is formatted. */
function quoteValue(text: string, writeTime: WriteTime): string {
  const atMs = parseUtcTime(text);
  return atMs === null ? `“${text}”` : writeTime(atMs);
}

function describeState({ from, to, reason, isOverride, goalCheck }: PayloadOf<"state">): string {
  const change = `changed the state from ${stateTitles[from]} to ${stateTitles[to]}`;
  if (goalCheck === undefined)
    return withReason(isOverride ? `${change} although the goal is not met` : change, reason);
  const text = withReason(isOverride ? `${change} as a signed exception` : change, reason);
  return `${text.endsWith(".") ? text : `${text}.`} ${goalCheck.sentence}`;
}

function describeRound({ to, reason, fromState }: PayloadOf<"round">): string {
  const change =
    fromState === undefined
      ? ""
      : ` and changed the state from ${stateTitles[fromState]} to ${stateTitles.active}`;
  return `started round ${to}${change}: ${reason}`;
}

function describeStepState({ step, action, reason, missing = [] }: PayloadOf<"step-state">): string {
  const text = `${actionVerbs[action]} step ${stepNumber(step)}`;
  return missing.length === 0 ? withReason(text, reason) : `${text} without: ${missing.join(", ")}`;
}

function describeMove({ from, to, isBack, reason }: PayloadOf<"step-move">): string {
  const verb = isBack ? "returned" : "continued";
  return withReason(`${verb} from step ${stepNumber(from)} to step ${stepNumber(to)}`, reason);
}

function describeHypothesis({
  number,
  action,
  statement,
  fromStatus,
  toStatus,
}: PayloadOf<"hypothesis">): string {
  const name = hypothesisName(number);
  if (action === "added") return `added ${name}: ${statement}`;
  return fromStatus === null || fromStatus === toStatus
    ? `edited ${name}`
    : `changed ${name} from ${fromStatus} to ${toStatus}`;
}

function describeExperiment({
  number,
  action,
  title,
  decision,
  reason,
  result,
  score,
}: PayloadOf<"experiment">): string {
  const name = experimentName(number);
  switch (action) {
    case "added":
      return `added ${name}: ${title}`;
    case "scored":
      return score === undefined
        ? `entered a quality score of ${name}`
        : `entered the quality score ${score.name} of the ${score.role} arm of ${name}: ${score.value}`;
    case "decided":
      return joinSentences([`decided to ${decision ?? "repeat"} ${name}: ${reason ?? ""}`, result ?? ""]);
    case "approved":
      return reason === undefined
        ? `approved the change of ${name}`
        : `approved the change of ${name} as a signed exception: ${reason}`;
    case "hook-fired":
      return `fired the rollback hook of ${name}: ${reason ?? ""}`;
    case "hook-answered":
      return `recorded the outcome of the rollback hook of ${name}: ${result ?? ""}`;
    default:
      return withReason(`${action} ${name}`, reason ?? null);
  }
}

function describeEvidence(payload: PayloadOf<"evidence">): string {
  const { number, title, action, reason, hypotheses, includesPromptText = false } = payload;
  const links = hypotheses.map(
    ({ hypothesis, direction, weight }) => `${weight} evidence ${direction} ${hypothesisName(hypothesis)}`,
  );
  const content = includesPromptText ? ", with any text of prompts and completions" : "";
  const text = `${action} ${evidenceName(number)}, ${title}${content}`;
  return withReason(links.length === 0 ? text : `${text} (${links.join(", ")})`, reason);
}

function describeRelation({ relation, number, action }: PayloadOf<"relation">): string {
  const kind = relation === "related" ? "related to" : "duplicate of";
  return `${action} the relation “${kind} ${investigationName(number)}”`;
}

function describeReport({ report, action, lifetimeDays }: PayloadOf<"report">): string {
  const title = reportKindTitles[report].toLowerCase();
  switch (action) {
    case "link-created":
      return `created a public link to the ${title}, which expires after ${lifetimeDays === 1 ? "1 day" : `${lifetimeDays ?? 0} days`}`;
    case "link-revoked":
      return `revoked a public link to the ${title}`;
    default:
      return `${action} the ${title}`;
  }
}

function describeParticipant({ personId, role }: PayloadOf<"participant">, people: PeopleNames): string {
  const name = people === null ? "a person" : (people[personId] ?? "a removed person");
  return role === null ? `removed ${name} as participant` : `added ${name} as ${role}`;
}
