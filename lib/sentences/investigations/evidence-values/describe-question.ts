/** The question of a piece of evidence in words, for files that people read outside Ridgepoint. */
import type {
  EvidenceData,
  EvidenceQuestion,
  QuestionOf,
} from "@/lib/contracts/investigations/evidence-kinds/evidence-kinds";
import type { ReadonlyDeep } from "@/lib/base/readonly-deep";
import { formatElapsed } from "@/lib/format/elapsed";
import { formatNanoseconds } from "@/lib/format/time";
import { parseSideReference } from "@/lib/model/comparison/side-reference";
import type { StudyPart } from "@/lib/model/traces/study-bounds";
import { signalDefinition } from "@/lib/model/signals/signals";
import { parseComparedGroup, type GroupWithoutParameter } from "@/lib/model/traces/compared-group";
import { gateVerdictWord } from "@/lib/sentences/gates/verdict-word";
import { formatQuantile } from "@/lib/sentences/traces/slow-text";
import { orderDefinitions } from "@/lib/sentences/traces/trace-orders";
import { utilisationTitles } from "@/lib/sentences/signals/utilisation-text";
import { calculatorTitles } from "@/lib/sentences/roofline/calculators/calculator-titles";

type WriteTime = (atMs: number) => string;

/** How a question is written. */
interface QuestionStyle {
  /** Formats a time. */
  readonly writeTime: WriteTime;
  /** Stored answer, which has the names of gate runs and baselines. Null if it is missing. */
  readonly data: ReadonlyDeep<EvidenceData> | null;
}

/** Returns the question in words: "TTFT: p50, p95 of chat-70b". */
export function describeQuestion(question: EvidenceQuestion, { writeTime, data }: QuestionStyle): string {
  switch (question.endpoint) {
    case "signals":
      return `${signalTitles(question)}: ${question.statistics.join(", ")} of ${scopeText(question.scope)}`;
    case "correlation":
      return `Correlation of ${titleOf(question.y)} (Y axis) with ${titleOf(question.x)} (X axis) of ${scopeText(question.scope)}`;
    case "roofline":
      return `Roofline of ${scopeText(question)}`;
    case "sweep":
      return `Batch sweep of ${scopeText(question)}`;
    case "what-if":
      return `What-if of the roofline of ${scopeText(question)}`;
    case "utilisation":
      return `${utilisationTitles[question.metric]} of ${scopeText(question)}`;
    case "calculator":
      return `Calculator “${calculatorTitles[question.calculator]}”`;
    case "comparison":
      return comparisonText(question, { writeTime, data });
    case "gate":
      return data?.endpoint === "gate" ? gateText(data.run.gate, writeTime) : "Gate run";
    case "baseline":
      return data?.endpoint === "baseline" ? baselineText(data.detail.baseline, writeTime) : "Baseline";
    case "overview":
      return "Status of all deployments at the end of the window";
    case "data-check":
      return `Data check of ${question.deployment}: signals with and without data`;
    case "trace":
      return `Trace ${question.traceId}`;
    case "traces":
      return `List of traces of ${question.deployment}, order “${orderDefinitions[question.order].title}”${conditionsText(question)}`;
    case "trace-study":
      return `${studyText(question)}${conditionsText(question)}`;
    case "trace-comparison":
      return comparedGroupsText(question, writeTime);
    case "trace-flow":
      return `Calls between the services of ${question.deployment}${conditionsText(question)}`;
  }
}

const titleOf = (signal: Parameters<typeof signalDefinition>[0]): string => signalDefinition(signal).title;

function signalTitles({ signals }: QuestionOf<"signals">): string {
  return [...new Set(signals.map(titleOf))].join(", ");
}

interface Scope {
  readonly deployment: string;
  readonly model?: string;
  readonly instance?: string;
  readonly split?: string;
}

function scopeText({ deployment, model, instance, split }: Scope): string {
  return [
    deployment,
    ...(model === undefined ? [] : [`model ${model}`]),
    ...(instance === undefined ? [] : [`instance ${instance}`]),
    ...(split === undefined ? [] : [`split by ${split}`]),
  ].join(", ");
}

function comparisonText(
  { before, after, statistic }: QuestionOf<"comparison">,
  { writeTime, data }: QuestionStyle,
): string {
  const stored = data?.endpoint === "comparison" ? data.comparison : null;
  const [first, second] = [
    sideText(before, stored?.before.label, writeTime),
    sideText(after, stored?.after.label, writeTime),
  ];
  return `Comparison of ${first} (before) with ${second} (after) by ${statistic}`;
}

/** The label of a stored side has the name of its baseline. */
function sideText(reference: string, label: string | undefined, writeTime: WriteTime): string {
  const side = parseSideReference(reference);
  if (side?.kind === "baseline") return label ?? "a baseline";
  if (side?.kind !== "window") return reference;
  const { from, to } = side.window;
  return `${side.deployment}, ${writeTime(Number(from))} to ${writeTime(Number(to))}`;
}

type GateRun = ReadonlyDeep<Extract<EvidenceData, { endpoint: "gate" }>["run"]["gate"]>;

/** Names the gate by its deployment and baseline, with its verdict, window and time. */
function gateText(
  { deployment, baseline, verdict, window, evaluatedAtMs }: GateRun,
  writeTime: WriteTime,
): string {
  const range = `${writeTime(window.startMs)} to ${writeTime(window.endMs)}`;
  const time = evaluatedAtMs === null ? "" : `, evaluated at ${writeTime(evaluatedAtMs)}`;
  return `Gate run of ${deployment.title}, ${range}, against the baseline “${baseline.name}”: ${gateVerdictWord(verdict)}${time}`;
}

type StoredBaseline = ReadonlyDeep<Extract<EvidenceData, { endpoint: "baseline" }>["detail"]["baseline"]>;

function baselineText({ name, window }: StoredBaseline, writeTime: WriteTime): string {
  const range =
    window === null ? "" : `, captured from ${writeTime(window.startMs)} to ${writeTime(window.endMs)}`;
  return `Baseline “${name}”${range}`;
}

const milliseconds = (ms: number): string => formatNanoseconds(ms * 1e6);

const studyTitles: Readonly<Record<Exclude<StudyPart, "slow">, string>> = {
  requests: "Start and duration of the requests",
  breakdown: "Time per phase of the requests",
  operations: "Operations of the requests",
};

function studyText({ part, deployment, slowOverMs, slowQuantile }: QuestionOf<"trace-study">): string {
  if (part !== "slow") return `${studyTitles[part]} of ${deployment}`;
  const quantile = slowQuantile === null ? "" : `, slow above ${formatQuantile(slowQuantile)}`;
  const limit = slowOverMs === null ? quantile : `, slow above ${milliseconds(slowOverMs)}`;
  return `Slow requests of ${deployment} compared with the other requests${limit}`;
}

type Conditions = Pick<
  QuestionOf<"traces">,
  "service" | "operation" | "minMs" | "maxMs" | "errors" | "attribute"
>;

/** Returns the conditions that select the requests, each after a comma. Empty without conditions. */
function conditionsText({ service, operation, minMs, maxMs, errors, attribute }: Conditions): string {
  return [
    ...(service === null ? [] : [`service ${service}`]),
    ...(operation === null ? [] : [`operation ${operation}`]),
    ...(minMs === null ? [] : [`at least ${milliseconds(minMs)}`]),
    ...(maxMs === null ? [] : [`at most ${milliseconds(maxMs)}`]),
    ...(errors === null ? [] : [errors === "true" ? "with errors" : "without errors"]),
    ...(attribute === null ? [] : [`with ${attribute}`]),
  ]
    .map((condition) => `, ${condition}`)
    .join("");
}

const groupNames: Readonly<Record<Exclude<GroupWithoutParameter, "all">, string>> = {
  slow: "slow requests",
  rest: "the other requests",
  previous: "requests of the previous window",
  weekday: "requests one week earlier",
  after: "requests after the change",
  before: "requests before the change",
  "high-load": "requests under high load",
  "low-load": "requests under low load",
};

function groupText(text: string, attribute: string | null, writeTime: WriteTime): string {
  const group = parseComparedGroup(text);
  if (group === null) return text;
  switch (group.kind) {
    case "all":
      return "all requests";
    case "value":
      return `requests with ${attribute ?? "the attribute"} ${group.value}`;
    case "earlier":
      return `requests ${formatElapsed(group.shiftMs)} earlier`;
    case "from":
      return `requests from ${writeTime(group.startMs)}`;
    case "trace":
      return `trace ${group.traceId}`;
    default:
      return groupNames[group.kind];
  }
}

function comparedGroupsText(question: QuestionOf<"trace-comparison">, writeTime: WriteTime): string {
  const { a, b, aDeployment, bDeployment, deployment, comparedAttribute, time } = question;
  const side = (group: string, own: string | null): string => {
    const name = own ?? deployment;
    return `${groupText(group, comparedAttribute, writeTime)}${name === null ? "" : ` of ${name}`}`;
  };
  const slow = a !== "slow" && b !== "slow" ? "" : `, slow above ${slowText(question)}`;
  const change = question.changeAtMs === null ? "" : `, change at ${writeTime(question.changeAtMs)}`;
  const compared = time === "first-token" ? "time to the first token" : "duration";
  return `${capitalise(side(a, aDeployment))} compared with ${side(b, bDeployment)}, by ${compared}${slow}${change}${conditionsText(question)}`;
}

function slowText({ slowOverMs, slowQuantile }: QuestionOf<"trace-comparison">): string {
  return slowOverMs === null ? formatQuantile(slowQuantile) : milliseconds(slowOverMs);
}

function capitalise(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}
