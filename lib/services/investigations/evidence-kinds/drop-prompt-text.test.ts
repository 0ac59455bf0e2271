import { expect, test } from "vitest";
import type {
  AttributeDifferenceRow,
  TraceComparisonResponse,
} from "@/lib/contracts/traces/trace-comparison";
import type { TraceStudyResponse } from "@/lib/contracts/traces/trace-study";
import { dropPromptText, dropStudyPromptText } from "./drop-prompt-text";

const row = (attribute: string, equivalent?: string): AttributeDifferenceRow => ({
  attribute,
  service: null,
  match: { kind: "value", value: "Summarise the merger." },
  category: "request",
  equivalents:
    equivalent === undefined
      ? []
      : [
          {
            feature: { attribute: equivalent, service: null },
            match: { kind: "value", value: "Summarise the merger." },
            relation: "same",
          },
        ],
  countA: 1,
  countB: 0,
  shareA: 1,
  shareB: 0,
  pValue: 0.01,
  mayBeChance: false,
});

const comparisonOf = (rows: readonly AttributeDifferenceRow[]): TraceComparisonResponse =>
  ({
    difference: {
      attributeDifferences: { kind: "differences", testCount: 9, rows, omittedCount: 0 },
    },
  }) as unknown as TraceComparisonResponse;

test("drops attributes with the text of prompts or completions, and counts them", () => {
  const plainRows = [row("build"), row("prompt tokens", "gen_ai.usage.prompt_tokens")];
  const textRows = [row("gen_ai.prompt.0.content"), row("llm.completions"), row("tenant", "input.value")];
  const { comparison, droppedRowCount } = dropPromptText(comparisonOf([...plainRows, ...textRows]));
  expect(comparison).toEqual(comparisonOf(plainRows));
  expect(droppedRowCount).toBe(3);
});

test("returns a comparison without attributes unchanged", () => {
  const comparison = { difference: null } as unknown as TraceComparisonResponse;
  expect(dropPromptText(comparison)).toEqual({ comparison, droppedRowCount: 0 });
});

test("drops attributes of slow requests with the text of prompts or completions, and counts them", () => {
  const feature = (attribute: string) => ({ attribute, service: null });
  const equivalent = { feature: feature("input.value") };
  const plain = { feature: feature("build"), equivalents: [] };
  const rows = [
    plain,
    { feature: feature("gen_ai.prompt.0.content"), equivalents: [] },
    { feature: feature("tenant"), equivalents: [equivalent] },
  ];
  const analysisOf = (stored: readonly object[]): TraceStudyResponse =>
    ({
      study: { slow: { kind: "differences", differences: { rows: stored, omittedCount: 0 } } },
    }) as unknown as TraceStudyResponse;
  expect(dropStudyPromptText(analysisOf(rows))).toEqual({
    analysis: analysisOf([plain]),
    droppedRowCount: 2,
  });
  const without = { study: null } as unknown as TraceStudyResponse;
  expect(dropStudyPromptText(without)).toEqual({ analysis: without, droppedRowCount: 0 });
});
