/** A comparison as Markdown: the sentence, the sides, a table of the signals, then differences of environment and load. */
import type {
  ComparedRowEntry,
  ComparedSideEntry,
  ComparisonEntry,
  ComparisonResultEntry,
} from "@/lib/contracts/comparisons";
import { formatCount, formatQuantileWithUnit } from "@/lib/format/number";
import { codeText, plainText } from "@/lib/sentences/markdown-text";
import { importText } from "@/lib/sentences/baselines/import-text";
import { findCorrectedVerdict, describeDecidingNumber } from "./deciding-number";
import { loadLines } from "./load-text";
import { overlapText } from "./overlap-text";
import { cannotTellText } from "./reason-text";
import {
  absenceText,
  estimateIntervalText,
  nameStatistic,
  resolutionText,
  verdictTitles,
} from "./statistic-text";

/** Writes a comparison as Markdown, which ends with a line break. `writeTime` formats times in ISO 8601. */
export function writeComparisonMarkdown(
  comparison: ComparisonEntry,
  writeTime: (atMs: number) => string,
): string {
  const { before, after, result, sentence, factor } = comparison;
  const overlap = overlapText(before, after);
  const sections: (readonly [string, readonly string[]])[] = [
    [
      "Sides",
      [
        ...listSide("Before", before, writeTime),
        ...listSide("After", after, writeTime),
        ...(overlap === null ? [] : [overlap]),
        ...(factor === null ? [] : [`Declared factor: ${codeText(factor)}`]),
      ],
    ],
  ];
  if (result !== null) {
    const { environment, load, rows } = result;
    sections.push(
      [
        "Undecided",
        rows.flatMap((row) => {
          const text = cannotTellText(row);
          return text === null ? [] : [`${nameStatistic(row)}: ${plainText(text)}`];
        }),
      ],
      ["Load", loadLines(load)],
      [
        "Environment",
        [
          ...environment.differences.map(
            ({ path, before: was, after: is, isDeclared }) =>
              `${path}: ${codeText(was.value)} → ${codeText(is.value)}${isDeclared ? " (declared)" : ""}`,
          ),
          ...environment.unknown.map(
            ({ path, knownSide, value }) =>
              `${path}: ${codeText(value.value)} ${knownSide === "before" ? "before, unknown after" : "after, unknown before"}`,
          ),
        ],
      ],
    );
  }
  const lists = sections
    .filter(([, lines]) => lines.length > 0)
    .map(([title, lines]) => `## ${title}\n\n${lines.map((line) => `- ${line}`).join("\n")}\n`);
  const table = result === null ? [] : [`## Signals\n\n${writeTable(result)}\n`];
  return [`# Comparison\n\n${plainText(sentence)}\n`, ...table, ...lists].join("\n");
}

function writeTable(result: ComparisonResultEntry): string {
  const head = ["Signal", "Before", "After", "Change", "95 % interval", "Verdict", "n", "Resolution"];
  const lines = result.rows.map((row) => {
    const { text, decidingText, basisText } = describeDecidingNumber(row);
    return [
      nameStatistic(row),
      estimateText(row.before, row),
      estimateText(row.after, row),
      [text, decidingText].filter((part) => part !== "").join(", "),
      basisText,
      verdictTitles[findCorrectedVerdict(row, result)],
      [row.before, row.after].map((one) => (one.kind === "absent" ? "–" : formatCount(one.n))).join(" / "),
      row.exact === null ? "" : resolutionText(row.exact.resolution, row),
    ];
  });
  return [head, head.map(() => "---"), ...lines].map((cells) => `| ${cells.join(" | ")} |`).join("\n");
}

function estimateText(
  estimate: ComparedRowEntry["before"],
  units: Pick<ComparedRowEntry, "unit" | "displayUnit">,
): string {
  if (estimate.kind === "absent") return plainText(absenceText(estimate));
  const { value, bucket } = estimate;
  return `${formatQuantileWithUnit(value, bucket, units.unit, units.displayUnit)} (${estimateIntervalText(estimate, units)})`;
}

function listSide(
  title: string,
  { label, deployment, window, concerns, imported, reference }: ComparedSideEntry,
  writeTime: (atMs: number) => string,
): readonly string[] {
  return [
    `${title}: ${plainText(label)} (${plainText(deployment.title)}), ${writeTime(window.startMs)} to ${writeTime(window.endMs)}, ${codeText(reference)}`,
    ...(imported === undefined ? [] : [`${title}, remark: ${plainText(importText(imported))}`]),
    ...concerns.map(({ detail }) => `${title}, remark: ${plainText(detail)}`),
  ];
}
