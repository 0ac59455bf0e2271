import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { render, screen } from "@testing-library/react";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import type { EvidenceData } from "@/lib/contracts/investigations/evidence-kinds/evidence-kinds";
import { drawTrace } from "@/lib/services/traces/waterfall/draw-trace";
import { describeSpans } from "@/lib/services/traces/waterfall/describe-spans";
import { runToCompletion } from "@/tests/support/traces/run-to-completion";
import { stubResizeObserver } from "@/tests/support/stub-resize-observer";
import { drawnSpan, drawnTrace } from "@/tests/support/traces/drawn-trace";
import { TraceEvidence } from "./trace-evidence";

beforeEach(stubResizeObserver);
afterEach(() => {
  vi.unstubAllGlobals();
});

const recorded = drawnTrace(
  [
    drawnSpan({ id: "a1", at: [0, 100], attributes: { tenant: "acme", "gen_ai.prompt": "secret" } }, 1e6),
    drawnSpan({ id: "b2", parent: "a1", at: [10, 90], operation: "decode" }, 1e6),
  ],
  "4bf92f3577b34da6",
);

function createData(maxBytes: number, includesPromptText = false): EvidenceData {
  const options = { logsUrlTemplate: undefined, maxBytes, includesPromptText };
  const spans = runToCompletion(describeSpans(recorded, options));
  const trace = {
    ...runToCompletion(drawTrace(recorded, "raw")),
    asOfMs: 0,
    deployment: null,
    source: { slug: "jaeger", version: null, api: "v3" as const },
  };
  return { endpoint: "trace", trace, spans, includesPromptText };
}

function renderItems(...items: readonly EvidenceData[]): void {
  render(
    <QueryClientProvider client={new QueryClient()}>
      {items.map((data, index) => (
        <TraceEvidence key={index} id={`item-${index}`} data={data} />
      ))}
    </QueryClientProvider>,
  );
}

test("reads the attributes of a span from the copy, without the text of prompts", async () => {
  renderItems(createData(100_000));
  expect(await screen.findByText("acme")).toBeInTheDocument();
  expect(screen.queryByText("secret")).not.toBeInTheDocument();
  expect(screen.getByText("The text of prompts and completions is not stored.")).toBeInTheDocument();
});

test("displays the text of prompts if an editor included it, and states its limit", async () => {
  renderItems(createData(100_000, true));
  expect(await screen.findByText("secret")).toBeInTheDocument();
  expect(screen.getByText(/is stored if spans have it, up to 2,000 characters/)).toBeInTheDocument();
});

test("states that the attributes are not stored if they exceed the size limit", () => {
  renderItems(createData(100));
  expect(screen.getByText(/^The attributes of the spans are not stored/)).toBeInTheDocument();
  expect(screen.queryByText("Loading attributes")).not.toBeInTheDocument();
});

test("two traces on one page have different ids of their rows", () => {
  renderItems(createData(100_000), createData(100_000));
  const ids = screen.getAllByRole("row").map(({ id }) => id);
  // Each tree has two spans and the gaps before and after the inner one.
  expect(ids.length).toBe(8);
  expect(new Set(ids).size).toBe(ids.length);
});
