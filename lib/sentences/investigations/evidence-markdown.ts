/** Writes the evidence of an investigation as Markdown. */
import type { InvestigationDocument } from "@/lib/contracts/investigations/export";
import { countWithNoun } from "@/lib/format/agreement";
import { evidenceName, storesPromptText } from "@/lib/model/investigation/evidence";
import { fileFormatProperties } from "@/lib/model/investigation/evidence-file";
import { stepNumber } from "@/lib/model/investigation/step-ids";
import { plainText } from "../markdown-text";
import { describeQuestion } from "./evidence-values/describe-question";
import { listValues } from "./evidence-values/list-values";
import { quoteMarkdown } from "./quote-markdown";

type WriteTime = (atMs: number) => string;

/** Returns the section with all pieces of evidence: the question in words, the main values, and the hash of the data. */
export function writeEvidence({ evidence }: InvestigationDocument, writeTime: WriteTime): readonly string[] {
  if (evidence.length === 0) return [];
  return [
    "",
    "## Evidence",
    ...evidence.flatMap(
      ({ number, title, text, answer, data, file, steps, author, createdAtMs, removal }) => [
        "",
        `### ${evidenceName(number)} ${plainText(title)}`,
        "",
        [`${plainText(author)}, ${writeTime(createdAtMs)}`, ...steps.map(describeStep)].join(", "),
        ...(removal === null ? [] : ["", describeRemoval(removal, writeTime)]),
        ...writeAnswer({ answer, data }, writeTime),
        ...(file === null ? [] : ["", describeFile(file)]),
        ...(text === null ? [] : ["", quoteMarkdown(text)]),
      ],
    ),
  ];
}

type EvidenceStep = InvestigationDocument["evidence"][number]["steps"][number];

const describeStep = ({ round, step }: EvidenceStep): string => `step ${stepNumber(step)} in round ${round}`;

type Removal = NonNullable<InvestigationDocument["evidence"][number]["removal"]>;

function describeRemoval(
  { author, reason, isAutomatic, atMs, contentHash }: Removal,
  writeTime: WriteTime,
): string {
  const actor = isAutomatic ? "Removed automatically" : `Removed by ${plainText(author)}`;
  const hash = contentHash === null ? "" : ` SHA-256 of the content: ${contentHash}`;
  return `${actor}, ${writeTime(atMs)}: ${plainText(reason)}${hash}`;
}

type Evidence = InvestigationDocument["evidence"][number];

/** Values of one piece of evidence that are written. The JSON export has all of them. */
const maxValues = 40;

function writeAnswer(
  { answer, data }: Pick<Evidence, "answer" | "data">,
  writeTime: WriteTime,
): readonly string[] {
  if (answer === null) return [];
  const { question, state, message } = answer;
  const questionText = `Question: ${plainText(describeQuestion(question, { writeTime, data }))}`;
  if (state === "failed")
    return ["", questionText, "", `The data could not be read: ${plainText(message ?? "")}`];
  if (state === "reading") return ["", questionText, "", "The server is still reading the data."];
  return ["", questionText, "", describeCopy(answer, writeTime), ...writeValues(data, answer)];
}

function describeCopy(
  { question, window, readAtMs, contentHash, productVersion }: NonNullable<Evidence["answer"]>,
  writeTime: WriteTime,
): string {
  return [
    ...(window === null ? [] : [`Window ${writeTime(window.startMs)} to ${writeTime(window.endMs)}`]),
    ...(readAtMs === null ? [] : [`${window === null ? "Read" : "read"} ${writeTime(readAtMs)}`]),
    ...(productVersion === null ? [] : [`Ridgepoint ${productVersion}`]),
    ...(storesPromptText(question) ? ["stored with any text of prompts and completions"] : []),
    `SHA-256 ${contentHash ?? "unknown"}`,
  ].join(", ");
}

function writeValues(
  data: Evidence["data"],
  { question, verdict }: NonNullable<Evidence["answer"]>,
): readonly string[] {
  if (data === null)
    return [
      ...(verdict === null ? [] : ["", plainText(verdict)]),
      "",
      "The values are not part of this export, because the stored data would exceed 32 MiB.",
    ];
  const values = listValues(data, question);
  const omittedCount = values.length - maxValues;
  return [
    "",
    ...values.slice(0, maxValues).map((value) => `- ${plainText(value)}`),
    ...(omittedCount > 0
      ? [`- ${countWithNoun(omittedCount, "further value is", "further values are")} in the JSON export.`]
      : []),
  ];
}

type EvidenceFile = NonNullable<InvestigationDocument["evidence"][number]["file"]>;

function describeFile({ fileName, format, byteCount, contentHash, sameAs }: EvidenceFile): string {
  const { title } = fileFormatProperties[format];
  const repetition = sameAs === null ? "" : `, the same content as ${evidenceName(sameAs)}`;
  return `File ${plainText(fileName)}, ${title}, ${countWithNoun(byteCount, "byte")}, SHA-256 ${contentHash}${repetition}`;
}
