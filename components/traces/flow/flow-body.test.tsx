import { render, screen, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { expect, test } from "vitest";
import type { FlowEdgeRow, FlowNodeRow, TraceFlow } from "@/lib/contracts/traces/trace-flow";
import { FlowBody } from "./flow-body";
import { maxDrawnServices } from "./flow-layout";

const node = (name: string, criticalShare: number, isExternal = false): FlowNodeRow => ({
  name,
  isExternal,
  traceCount: 50,
  spanCount: isExternal ? 0 : 100,
  errorCount: 0,
  abortCount: 0,
  criticalShare,
});

const edge = (
  from: string | null,
  to: string,
  more: Partial<NonNullable<FlowEdgeRow["now"]>> = {},
): FlowEdgeRow => ({
  from,
  to,
  now: {
    callCount: 50,
    traceCount: 50,
    errorCount: 0,
    abortCount: 0,
    callsPerSecond: 2,
    latencyNs: { p50: 40e6, p95: null, p99: null, max: 60e6 },
    networkNs: null,
    networkShare: 0,
    criticalShare: 0.2,
    ...more,
  },
  before: null,
  change: null,
});

const flow: TraceFlow = {
  retrieval: {
    service: "gateway",
    window: { startMs: 0, endMs: 3_600_000 },
    coveredWindow: { startMs: 0, endMs: 3_600_000 },
    requestedCount: 1_000,
    returnedCount: 50,
    startupTraceCount: 0,
    isTruncated: false,
    stoppedBy: null,
    unreadIntervalCount: 0,
    scale: {
      kind: "traces-only",
      reason: "The metrics do not report the number of requests",
      isPending: false,
    },
  },
  nodes: [node("engine", 0.8), node("gateway", 0.2), node("postgres", 0, true)],
  edges: [
    edge("gateway", "engine", { criticalShare: 0.8, errorCount: 5, abortCount: 0 }),
    edge(null, "gateway"),
    edge("engine", "postgres", { criticalShare: 0 }),
  ],
  hops: [{ kind: "silent-service", service: "store" }],
  omitted: { nodes: 0, edges: 0, hops: 2 },
};

test("moves through calls and services with the arrow keys and describes each", async () => {
  render(<FlowBody flow={flow} compared={null} moreTraces={null} comparedWindowLabel={null} />);
  const map = screen.getByRole("listbox", {
    name: /^Map of 3 services and 3 calls\. The service with the largest share of request time is engine \(80\.0\s%\)/,
  });
  const [first] = within(map).getAllByRole("option");
  await userEvent.tab();
  expect(first).toHaveFocus();
  expect(first).toHaveAccessibleName(/^gateway → engine, 80\.0\s% of request time, 10\.0\s% failed$/);
  const mapSection = screen.getByRole("region", { name: "Map" });
  expect(mapSection).toHaveTextContent(
    /50 calls in 50 requests, 2\.00\sper second \(traced requests only\), 5 failed/,
  );
  await userEvent.keyboard("{ArrowRight}{End}");
  expect(mapSection).toHaveTextContent("It sends no spans, so only the spans of its callers are known");
  await userEvent.keyboard("{Home}{ArrowLeft}");
  expect(first).toHaveFocus();
  await userEvent.keyboard("{Escape}");
  expect(mapSection).toHaveTextContent(
    /Line width shows the share of request time spent waiting for a call\. The time next to a line is the median duration of the call\./,
  );
});

test("draws a map that is wider than its column downwards", () => {
  const chain = ["a", "b", "c", "d", "e", "f"];
  const wide = {
    ...flow,
    nodes: chain.map((name) => node(name, 0.1)),
    edges: chain.map((name, index) => edge(chain[index - 1] ?? null, name)),
  };
  const props = { flow: wide, compared: null, moreTraces: null, comparedWindowLabel: null };
  const widthOfMap = (): number => Number(screen.getByRole("listbox").getAttribute("width"));
  const { rerender } = render(<FlowBody {...props} />);
  expect(widthOfMap()).toBeGreaterThan(600);
  rerender(<FlowBody {...props} maxMapWidth={600} />);
  expect(widthOfMap()).toBeLessThanOrEqual(600);
});

test("lists broken hops and counts those that are not listed", () => {
  render(<FlowBody flow={flow} compared={null} moreTraces={null} comparedWindowLabel={null} />);
  const hops = screen.getByRole("region", { name: "Calls with missing spans" });
  expect(hops).toHaveTextContent("3 calls with missing spans");
  expect(hops).toHaveTextContent("store sent no spans for these requests");
  expect(hops).toHaveTextContent("2 more calls with fewer missing spans.");
});

test("draws a limited number of services, counts the others, and lists all in the table", () => {
  const names = Array.from({ length: maxDrawnServices + 3 }, (_, index) => `service-${index}`);
  const many = {
    ...flow,
    nodes: names.map((name) => node(name, 0.01)),
    edges: names.map((name) => edge(null, name)),
  };
  render(<FlowBody flow={many} compared={null} moreTraces={null} comparedWindowLabel={null} />);
  expect(screen.getByText(/3 more services and 3 calls are shown only in the table/)).toBeDefined();
  expect(screen.getAllByRole("row")).toHaveLength(names.length + 1);
});

test("shows the change of each call against the comparison window and marks possible chance", () => {
  const [call] = flow.edges;
  const { now = null } = call ?? {};
  const change = (lower: number, upper: number): FlowEdgeRow["change"] => ({
    callsPerSecond: 0,
    callsPerTrace: 0,
    criticalShare: 0,
    latencyNs: { difference: (lower + upper) / 2, interval: { lower, upper } },
    errorRatio: { difference: 0, pValue: 1 },
  });
  const edges = [
    { from: "gateway", to: "engine", now, before: now, change: change(5e6, 15e6) },
    { from: null, to: "gateway", now, before: now, change: change(-5e6, 15e6) },
    { from: "gateway", to: "gone", now: null, before: now, change: null },
  ];
  render(
    <FlowBody
      moreTraces={null}
      flow={{ ...flow, edges }}
      compared={null}
      comparedWindowLabel="the previous 1 h"
    />,
  );
  const cells = screen
    .getAllByRole("row")
    .slice(1)
    .map((row) => row.textContent);
  expect(cells[0]).toContain("+10.0");
  expect(cells[0]).not.toContain("may be chance");
  expect(cells[1]).toContain("may be chance");
  expect(cells[2]).toContain("comparison only");
  const onPhone = screen
    .getAllByRole("columnheader")
    .filter(({ className }) => !className.includes("max-md:hidden"))
    .map(({ textContent }) => textContent.replaceAll(/\s/g, " "));
  expect(onPhone).toEqual(["Call", "Share of request time", "p50, ms", "Change of mean, ms (95 % interval)"]);
  expect(
    screen.getByRole("option", { name: /gateway → engine.*slower than in the comparison window/ }),
  ).toBeDefined();
});
