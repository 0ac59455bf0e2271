import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { fireEvent, render, screen, within } from "@testing-library/react";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import type { SpanDetail } from "@/lib/contracts/traces/traces";
import { traceFromLanes } from "@/tests/support/traces/drawn-trace";
import { stubResizeObserver } from "@/tests/support/stub-resize-observer";
import { createTraceView } from "@/tests/support/traces/trace-view";
import { Waterfall } from "./waterfall";

const trace = createTraceView(
  traceFromLanes(
    `
    root        |────────────────────
      admit     |──
      engine    |    ──────────────
        prefill |    ────
        decode  |        ──────────
  `,
    1_000_000,
  ),
);

beforeEach(stubResizeObserver);
afterEach(() => {
  vi.unstubAllGlobals();
});

const detail = {
  service: "api",
  operation: "root",
  kind: "server",
  scope: null,
  startNs: 0,
  durationNs: 20_000_000,
  attributes: { note: "<img src=x onerror=alert(1)>", model: "llama-70b" },
  resource: {},
  instanceNames: Array.from<string>([]),
  events: [],
  statusMessage: "out of <b>blocks</b>",
  omittedEventCount: 0,
  traceState: null,
  omittedLinkCount: 0,
} as const;

function show(selection: Partial<Parameters<typeof Waterfall>[0]> = {}, links: SpanDetail["links"] = []) {
  const read = vi.fn(() =>
    Promise.resolve({
      spans: [{ ...detail, events: [], links: [...links] }],
      omittedCount: 0,
      logsUrl: "https://logs.example.com/?q=1",
    }),
  );
  render(
    <QueryClientProvider client={new QueryClient()}>
      <Waterfall trace={trace} reader={{ queryKey: ["t"], readSpan: read }} {...selection} />
    </QueryClientProvider>,
  );
  const grid = screen.getByRole("treegrid", { name: "Spans" });
  const rows = (): readonly string[] =>
    within(grid)
      .getAllByRole("row")
      .map((row) => within(row).getAllByRole("gridcell")[0]?.textContent ?? "");
  return {
    grid,
    rows,
    read,
    selected: () => within(grid).getByRole("row", { selected: true }).textContent ?? "",
  };
}

test("moves through, collapses and expands the tree with the keyboard, including gaps", () => {
  const { grid, rows, selected } = show();
  expect(rows().map((text) => text.replace(/api$/, ""))).toEqual([
    "root",
    "admit",
    "gap",
    "engine",
    "prefill",
    "decode",
    "gap",
  ]);
  fireEvent.keyDown(grid, { key: "ArrowDown" });
  expect(selected()).toContain("admit");
  fireEvent.keyDown(grid, { key: "ArrowDown" });
  expect(screen.getByRole("complementary", { name: "Span" }).textContent).toMatch(
    /2\sms gap between admit and engine, within root/,
  );
  fireEvent.keyDown(grid, { key: "ArrowLeft" });
  expect(selected()).toContain("root");
  fireEvent.keyDown(grid, { key: "ArrowLeft" });
  expect(rows()).toHaveLength(1);
  expect(within(grid).getByRole("row").getAttribute("aria-expanded")).toBe("false");
  fireEvent.keyDown(grid, { key: "ArrowRight" });
  fireEvent.keyDown(grid, { key: "End" });
  expect(rows()).toHaveLength(7);
});

test("finds a span, expands its ancestors, and shows the number of matches", () => {
  const { grid, rows, selected } = show();
  fireEvent.keyDown(grid, { key: "ArrowLeft" });
  expect(rows()).toHaveLength(1);
  const find = screen.getByRole("searchbox", { name: "Search spans" });
  fireEvent.change(find, { target: { value: "dec" } });
  expect(screen.getByText("1 match")).toBeDefined();
  fireEvent.keyDown(find, { key: "Enter" });
  expect(selected()).toContain("decode");
  expect(screen.getByText("1 of 1 match")).toBeDefined();
  fireEvent.change(find, { target: { value: "nowhere" } });
  expect(screen.getByText("no matches")).toBeDefined();
});

test("zooms, moves and resets with keys, and the minimap states the range", () => {
  const { grid } = show();
  const map = screen.getByRole("slider", { name: "Visible time range" });
  const rangeText = (): string => (map.getAttribute("aria-valuetext") ?? "").replaceAll("\u202f", " ");
  expect(rangeText()).toBe("from 0 ns to 20 ms");
  fireEvent.keyDown(grid, { key: "+" });
  expect(rangeText()).toBe("from 5 ms to 15 ms");
  fireEvent.keyDown(grid, { key: "ArrowRight", shiftKey: true });
  expect(rangeText()).toBe("from 7.5 ms to 17.5 ms");
  fireEvent.keyDown(map, { key: "Home" });
  expect(rangeText()).toBe("from 0 ns to 10 ms");
  fireEvent.keyDown(map, { key: "ArrowRight" });
  expect(rangeText()).toBe("from 1 ms to 11 ms");
  fireEvent.click(screen.getByRole("button", { name: "Show all" }));
  expect(rangeText()).toBe("from 0 ns to 20 ms");
});

test("loads the details of a selected span and shows them as text", async () => {
  const { read } = show();
  expect(await screen.findByText("<img src=x onerror=alert(1)>")).toBeDefined();
  expect(document.querySelector("img")).toBeNull();
  expect(read).toHaveBeenCalledWith("root", expect.anything());
  const logs = screen.getByRole("link", { name: /^Logs of this span/ });
  expect([logs.getAttribute("href"), logs.getAttribute("rel")]).toEqual([
    "https://logs.example.com/?q=1",
    "noopener noreferrer",
  ]);
  fireEvent.change(screen.getByRole("searchbox"), { target: { value: "llama" } });
  expect(screen.getByText("1 of 1 match")).toBeDefined();
});

test("follows a linked span within the trace or to another trace, and reports a missing one", async () => {
  const link = { traceState: null, attributes: {} };
  const { selected } = show({}, [
    { ...link, traceId: trace.traceId, spanId: trace.spans.findSpanId(2) },
    { ...link, traceId: "ab".repeat(16), spanId: "00000000000000c3", traceState: "vendor=1" },
    { ...link, traceId: trace.traceId, spanId: "00000000000000ff" },
  ]);
  const other = await screen.findByRole("link", { name: /of trace abab/ });
  expect(other.getAttribute("href")).toBe(`/traces/${"ab".repeat(16)}?span=00000000000000c3`);
  expect(screen.getByText("trace state vendor=1")).toBeDefined();
  expect(screen.getByText(/which is not in this trace/)).toBeDefined();
  const name = trace.spans.names[trace.spans.nameIndex[2] ?? -1] ?? "";
  fireEvent.click(screen.getByRole("button", { name: new RegExp(`^${name} `) }));
  expect(selected()).toContain(name);
});

test("follows a link to another trace of the file, and keeps the file open for other links", async () => {
  const link = { traceState: null, attributes: {} };
  const file = { mayContain: (id: string) => id === "b2".repeat(16), showSpan: vi.fn() };
  show({ file }, [
    { ...link, traceId: "b2".repeat(16), spanId: "0000000000000011" },
    { ...link, traceId: "ab".repeat(16), spanId: "00000000000000c3" },
  ]);
  fireEvent.click(await screen.findByRole("button", { name: /^Span 0+11 of the file's trace b2b2/ }));
  expect(file.showSpan).toHaveBeenCalledWith("b2".repeat(16), "0000000000000011");
  const other = screen.getByRole("link", { name: /of trace abab/ });
  expect(other.getAttribute("target")).toBe("_blank");
  expect(screen.getByText(/which is not in this file/)).toBeDefined();
});

test("opens at the span in the link and reports each selection", () => {
  const onSelect = vi.fn();
  const { grid, selected } = show({ initialSpanId: "prefill", onSelect });
  expect(selected()).toContain("prefill");
  fireEvent.keyDown(grid, { key: "ArrowDown" });
  expect(onSelect).toHaveBeenLastCalledWith("decode");
  fireEvent.keyDown(grid, { key: "End" });
  expect(onSelect).toHaveBeenLastCalledWith(null);
});

test("opens at the first span if the linked span does not exist", () => {
  expect(show({ initialSpanId: "nowhere" }).selected()).toContain("root");
});
