import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { fireEvent, render, screen, within } from "@testing-library/react";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { traceFromLanes } from "@/tests/support/traces/drawn-trace";
import { stubResizeObserver } from "@/tests/support/stub-resize-observer";
import { createTraceView } from "@/tests/support/traces/trace-view";
import { OpenedFile } from "./opened-file";
import type { OpenFile } from "./use-opened-file";

const lanes = `
    root        |────────────────────
      prefill   |    ────
      decode    |        ──────────
  `;
const drawn = createTraceView(traceFromLanes(lanes, 1_000_000));
const otherId = "b2".repeat(16);
const detail = {
  service: "api",
  operation: "decode",
  kind: "server",
  scope: null,
  startNs: 0,
  durationNs: 1,
  attributes: {},
  resource: {},
  instanceNames: [],
  events: [],
  statusMessage: "",
  omittedEventCount: 0,
  traceState: null,
  omittedLinkCount: 0,
  links: [{ traceId: otherId, spanId: "0000000000000011", traceState: null, attributes: {} }],
};

beforeEach(() => {
  stubResizeObserver();
  vi.stubGlobal("fetch", () =>
    Promise.resolve(Response.json({ span: { spans: [detail], omitted: 0, logsUrl: null } })),
  );
});
afterEach(() => {
  vi.unstubAllGlobals();
});

function show(change: Partial<OpenFile> = {}) {
  const summary = { traceId: otherId } as OpenFile["data"]["traces"][number];
  const file: OpenFile = {
    kind: "open",
    file: new File(["{}"], "links.json"),
    view: { traceId: drawn.traceId, spanId: null, clock: "raw" },
    data: {
      asOfMs: 0,
      format: "otlp",
      traces: [summary],
      traceCount: 1,
      displayedTrace: drawn,
      spanIndex: null,
      warnings: [],
    },
    isReading: false,
    error: null,
    skippedCount: 0,
    ...change,
  };
  const changeView = vi.fn();
  const opened = { state: file, open: vi.fn(), drop: vi.fn(), close: vi.fn(), changeView };
  render(
    <QueryClientProvider client={new QueryClient()}>
      <OpenedFile fileControl={opened} file={file} />
    </QueryClientProvider>,
  );
  return { changeView };
}

test("opens a linked span in another trace of the file", async () => {
  const { changeView } = show();
  fireEvent.click(await screen.findByRole("button", { name: /of the file's trace b2b2/ }));
  expect(changeView).toHaveBeenCalledWith({ traceId: otherId, spanId: "0000000000000011" });
});

test("opens a trace at the linked span and counts other dropped files", () => {
  show({ view: { traceId: drawn.traceId, spanId: "decode", clock: "raw" }, skippedCount: 1 });
  const grid = screen.getByRole("treegrid", { name: "Spans" });
  expect(within(grid).getByRole("row", { selected: true }).textContent).toContain("decode");
  expect(screen.getByText(/1 other dropped file was ignored/)).toBeDefined();
});
