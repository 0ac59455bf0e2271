/** Formats investigations for a terminal: the list, and one investigation with its steps, hypotheses and evidence. */
import type {
  InvestigationEntry,
  InvestigationResponse,
  InvestigationsResponse,
} from "@/lib/contracts/investigations/investigations";
import type { EvidenceEntry } from "@/lib/contracts/investigations/hypotheses";
import { formatFileSize } from "@/lib/format/file-size";
import { getStep } from "@/lib/investigations/steps/steps";
import { evidenceName } from "@/lib/model/investigation/evidence";
import { fileFormatProperties } from "@/lib/model/investigation/evidence-file";
import { hypothesisNameInRound } from "@/lib/model/investigation/hypothesis";
import { investigationName } from "@/lib/model/investigation/investigation";
import { stateTitles } from "@/lib/model/investigation/investigation-state";
import { stepNumber } from "@/lib/model/investigation/step-ids";
import { formatCondition, formatGoal } from "@/lib/sentences/investigations/goal-text";
import { escapeControlCharacters } from "../printable";
import { formatTextTable, type TextColumn } from "../text-table";

const listColumns: readonly TextColumn<InvestigationEntry>[] = [
  { title: "NUMBER", formatCell: ({ number }) => investigationName(number) },
  { title: "TITLE", formatCell: ({ title }) => escapeControlCharacters(title) },
  { title: "STATE", formatCell: ({ state }) => stateTitles[state] },
  { title: "SEVERITY", isNumber: true, formatCell: ({ severity }) => String(severity) },
  { title: "STEP", formatCell: ({ step }) => `${stepNumber(step)} of 7` },
  {
    title: "DEPLOYMENTS",
    formatCell: ({ deployments }) => deployments.map(({ slug }) => slug).join(", ") || "–",
  },
  { title: "OWNER", formatCell: ({ owner }) => (owner === null ? "–" : escapeControlCharacters(owner.name)) },
  { title: "DUE", formatCell: ({ dueOn }) => dueOn ?? "–" },
  { title: "UPDATED", formatCell: ({ updatedAtMs }) => new Date(updatedAtMs).toISOString() },
];

/** Returns the list as a text table, with a hint if more investigations match. */
export function formatInvestigationList({ investigations, nextCursor }: InvestigationsResponse): string {
  if (investigations.length === 0)
    return "No investigation matches. Open an investigation with npx ridgepoint investigations open.";
  const more =
    nextCursor === null
      ? []
      : ["", `Only the newest ${investigations.length} are listed. Use a filter to find others.`];
  return [formatTextTable(listColumns, investigations), ...more].join("\n");
}

interface InvestigationTextOptions {
  /** Address of the investigation's page. */
  readonly url: string;
  /** Result of the goal check in a sentence; null without a goal. */
  readonly goalCheck: string | null;
}

/** Returns one investigation as text: title, state, goal, conditions and the check of the goal. */
export function formatInvestigation(
  response: InvestigationResponse,
  { url, goalCheck }: InvestigationTextOptions,
): string {
  const { investigation } = response;
  const { goal, conditions, baseline } = investigation;
  const facts = [
    goal === null ? "Goal: not set" : `Goal: ${formatGoal(goal)}`,
    ...conditions.map((condition) => `Must not worsen: ${formatCondition(condition)}`),
    `Baseline: ${baseline === null ? "none" : baseline.name}`,
    ...(goalCheck === null ? [] : [`Check: ${goalCheck}`]),
  ];
  const lines = [
    `${investigationName(investigation.number)} ${investigation.title}`,
    formatState(investigation),
    ...facts,
    ...formatSteps(response),
    ...formatHypotheses(response),
    ...formatEvidence(response),
    "",
    url,
  ];
  return lines.map(escapeControlCharacters).join("\n");
}

function formatState({ state, severity, round, owner, deployments, dueOn }: InvestigationEntry): string {
  return [
    stateTitles[state],
    `severity ${severity}`,
    round === 1 ? null : `round ${round}`,
    deployments.length === 0 ? null : deployments.map(({ slug }) => slug).join(", "),
    owner === null ? "no owner" : `owner ${owner.name}`,
    dueOn === null ? null : `due ${dueOn}`,
  ]
    .filter((text) => text !== null)
    .join(", ");
}

function formatSteps({ investigation, steps }: InvestigationResponse): readonly string[] {
  return [
    "",
    "Steps:",
    ...steps.map(({ step, state, reason }) => {
      const isCurrent = step === investigation.step;
      const text = reason === null ? state : `${state}. ${reason}`;
      return `${isCurrent ? ">" : " "} ${stepNumber(step)} ${getStep(step).title}: ${text}`;
    }),
  ];
}

function formatHypotheses({ hypotheses, investigation }: InvestigationResponse): readonly string[] {
  if (hypotheses.length === 0) return [];
  return [
    "",
    "Hypotheses:",
    ...hypotheses.map(({ statement, status, evidence, ...one }) => {
      const links = evidence.map((link) => `${link.direction} ${evidenceName(link.number)} ${link.weight}`);
      const text = links.length === 0 ? "" : ` (${links.join(", ")})`;
      return `- ${hypothesisNameInRound(one, investigation.round)} ${status}: ${statement}${text}`;
    }),
  ];
}

function formatEvidence({ evidence }: InvestigationResponse): readonly string[] {
  if (evidence.length === 0) return [];
  return [
    "",
    "Evidence:",
    ...evidence.flatMap(({ number, title, answer, file, removal }) => {
      const suffix = removal === null ? "" : ` (removed: ${removal.reason})`;
      const facts = file === null ? "" : ` (${describeFile(file)})`;
      return [`- ${evidenceName(number)} ${title}${facts}${suffix}`, ...formatAnswer(answer)];
    }),
  ];
}

/** Returns the verdict of an answer, or why the answer is missing. */
function formatAnswer(answer: EvidenceEntry["answer"]): readonly string[] {
  if (answer === null) return [];
  if (answer.state === "reading") return ["  The server is still reading the data."];
  if (answer.state === "failed") return [`  The data could not be read: ${answer.message ?? ""}`];
  return answer.verdict === null ? [] : [`  ${answer.verdict}`];
}

type AttachedFile = NonNullable<EvidenceEntry["file"]>;

function describeFile({ fileName, format, byteCount }: AttachedFile): string {
  return `${fileName}, ${fileFormatProperties[format].title}, ${formatFileSize(byteCount)}`;
}

/** Returns as text which evidence was stored, and which earlier evidence has the same content. */
export function formatAttachment(number: number, { number: evidenceNumber, file }: EvidenceEntry): string {
  const added = `Added ${evidenceName(evidenceNumber)} to ${investigationName(number)}`;
  if (file === null) return `${added}.`;
  const lines = [
    `${added}: ${describeFile(file)}.`,
    `SHA-256 ${file.contentHash}`,
    ...(file.sameAs === null ? [] : [`The content is the same as that of ${evidenceName(file.sameAs)}.`]),
  ];
  return lines.map(escapeControlCharacters).join("\n");
}
