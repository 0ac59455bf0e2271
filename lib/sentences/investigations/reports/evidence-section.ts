/** One piece of evidence in the working report. */
import type { InvestigationDocument } from "@/lib/contracts/investigations/export";
import { evidenceName, storesPromptText } from "@/lib/model/investigation/evidence";
import { fileFormatProperties } from "@/lib/model/investigation/evidence-file";
import type { ReportSection } from "@/lib/model/investigation/reports/report";
import { describeQuestion } from "../evidence-values/describe-question";
import { evidenceCharts } from "./evidence-charts";
import { textBlock, writeAuthor, writeTime, type ReportContext } from "./report-context";

type Evidence = InvestigationDocument["evidence"][number];

/** Returns the section of one piece of evidence, with the verdict and the charts of its stored answer. */
export function evidenceSection(evidence: Evidence, context: ReportContext): ReportSection {
  const { number, title, text, answer, file, author, createdAtMs, removal, data } = evidence;
  return {
    title: `${evidenceName(number)} ${title}`,
    level: 3,
    blocks: [
      textBlock(`${writeAuthor(author, context)}${writeTime(createdAtMs, context)}`),
      ...(removal === null
        ? []
        : [textBlock(`The content was removed on ${writeTime(removal.atMs, context)}: ${removal.reason}`)]),
      ...(answer === null ? [] : [textBlock(answerText({ ...answer, data }, context))]),
      ...(answer === null || answer.verdict === null ? [] : [textBlock(answer.verdict)]),
      ...(file === null
        ? []
        : [
            textBlock(
              `File ${file.fileName}, ${fileFormatProperties[file.format].title}, SHA-256 ${file.contentHash}`,
            ),
          ]),
      ...(text === null ? [] : [{ kind: "markdown" as const, label: null, text }]),
      ...(data === null ? [] : evidenceCharts(data, context)),
    ],
  };
}

function answerText(
  {
    question,
    state,
    message,
    window,
    contentHash,
    data,
  }: NonNullable<Evidence["answer"]> & Pick<Evidence, "data">,
  context: ReportContext,
): string {
  if (state === "failed") return `The data could not be read: ${message ?? ""}`;
  if (state === "reading") return "The server is still reading the data.";
  const time =
    window === null ? "" : `, ${writeTime(window.startMs, context)} to ${writeTime(window.endMs, context)}`;
  const promptText = storesPromptText(question)
    ? ". The text of prompts and completions was not removed from the copy, but it is not part of this report."
    : "";
  const questionText = describeQuestion(question, { writeTime: (atMs) => writeTime(atMs, context), data });
  return `${questionText}${time}, SHA-256 ${contentHash ?? "unknown"}${promptText}`;
}
