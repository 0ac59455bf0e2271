/** Removes the text of prompts and completions from comparisons and analyses of traces. */
import type { ReadonlyDeep } from "@/lib/base/readonly-deep";
import type {
  AttributeDifferenceRow,
  TraceComparisonResponse,
} from "@/lib/contracts/traces/trace-comparison";
import type { TraceStudyResponse } from "@/lib/contracts/traces/trace-study";
import type { EvidenceData } from "@/lib/contracts/investigations/evidence-kinds/evidence-kinds";
import { isPromptOrCompletion } from "@/lib/services/traces/waterfall/display-attributes";

type Comparison = ReadonlyDeep<TraceComparisonResponse>;

interface ComparisonWithoutText {
  readonly comparison: Comparison;
  readonly droppedRowCount: number;
}

/**
 * Removes the attributes that contain prompt or completion text. Returns the comparison and the number of
 * removed rows.
 */
export function dropPromptText(comparison: Comparison): ComparisonWithoutText {
  const { difference } = comparison;
  const attributes = difference?.attributeDifferences ?? null;
  if (difference === null || attributes?.kind !== "differences") return { comparison, droppedRowCount: 0 };
  const rows = attributes.rows.filter((row) => !hasText(row));
  return {
    comparison: {
      ...comparison,
      difference: { ...difference, attributeDifferences: { ...attributes, rows } },
    },
    droppedRowCount: attributes.rows.length - rows.length,
  };
}

function hasText({ attribute, equivalents }: ReadonlyDeep<AttributeDifferenceRow>): boolean {
  return [attribute, ...equivalents.map(({ feature }) => feature.attribute)].some(isPromptOrCompletion);
}

type Analysis = ReadonlyDeep<TraceStudyResponse>;

interface AnalysisWithoutText {
  readonly analysis: Analysis;
  readonly droppedRowCount: number;
}

/**
 * Removes the attributes of slow requests that contain prompt or completion text. Returns the analysis and the number
 * of removed rows.
 */
export function dropStudyPromptText(analysis: Analysis): AnalysisWithoutText {
  const { study } = analysis;
  if (study?.slow.kind !== "differences") return { analysis, droppedRowCount: 0 };
  const { slow } = study;
  const rows = slow.differences.rows.filter(isWithoutText);
  return {
    analysis: {
      ...analysis,
      study: { ...study, slow: { ...slow, differences: { ...slow.differences, rows } } },
    },
    droppedRowCount: slow.differences.rows.length - rows.length,
  };
}

type SlowRow = Extract<
  NonNullable<Analysis["study"]>["slow"],
  { kind: "differences" }
>["differences"]["rows"][number];

function isWithoutText({ feature, equivalents }: SlowRow): boolean {
  return ![feature, ...equivalents.map((one) => one.feature)].some(({ attribute }) =>
    isPromptOrCompletion(attribute),
  );
}

/** Returns the stored data as the Markdown export states them: without attributes that contain prompt or completion text. */
export function dropStoredPromptText(data: EvidenceData): EvidenceData {
  if (data.endpoint !== "trace-study") return data;
  const { analysis } = data;
  if (analysis.study?.slow.kind !== "differences") return data;
  const { study } = analysis;
  const { slow } = analysis.study;
  const differences = { ...slow.differences, rows: slow.differences.rows.filter(isWithoutText) };
  return { ...data, analysis: { ...analysis, study: { ...study, slow: { ...slow, differences } } } };
}
