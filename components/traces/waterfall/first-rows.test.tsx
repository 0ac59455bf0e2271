import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { render, screen, within } from "@testing-library/react";
import fc from "fast-check";
import { renderToStaticMarkup } from "react-dom/server";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { anyTrace } from "@/tests/support/traces/any-trace";
import { stubResizeObserver } from "@/tests/support/stub-resize-observer";
import { drawnSpan, drawnTrace, traceFromLanes } from "@/tests/support/traces/drawn-trace";
import { drawFirstRows, createTraceView } from "@/tests/support/traces/trace-view";
import type { Trace } from "@/lib/model/traces/trace";
import { FirstSpanRows } from "./first-rows";
import { Waterfall } from "./waterfall";

beforeEach(stubResizeObserver);
afterEach(() => {
  vi.unstubAllGlobals();
});

const reader = {
  queryKey: ["t"],
  readSpan: () => Promise.reject(new Error("details are not requested in this test")),
};
type Mode = "raw" | "corrected";

/** Returns the text of each row and of its bar, without the critical path, which is unknown at first. */
function textsOf(rows: readonly HTMLElement[]): readonly string[] {
  return rows.map(({ children }) => {
    const cells = [...children];
    const bar = cells.pop()?.getAttribute("aria-label") ?? "";
    return [...cells.map((cell) => cell.textContent), bar.replace(/, [^,]* on the critical path$/, "")].join(
      " | ",
    );
  });
}

function firstRowTexts(trace: Trace, mode: Mode, count?: number): readonly string[] | null {
  const first = drawFirstRows(trace, {
    clockMode: mode,
    ...(count === undefined ? {} : { visibleRowCount: count }),
  });
  if (first === null) return null;
  const { container, unmount } = render(<FirstSpanRows firstRows={first} />);
  const rows = textsOf([...container.querySelectorAll<HTMLElement>("[role=row]")]);
  unmount();
  return rows;
}

function waterfallTexts(trace: Trace, mode: Mode): readonly string[] {
  const { container, unmount } = render(
    <QueryClientProvider client={new QueryClient()}>
      <Waterfall trace={createTraceView(trace, mode)} reader={reader} />
    </QueryClientProvider>,
  );
  const rows = textsOf([...container.querySelectorAll<HTMLElement>("[role=treegrid] [role=row]")]);
  unmount();
  return rows;
}

test("property: the first rows equal the rows of the waterfall", () => {
  fc.assert(
    fc.property(
      anyTrace,
      fc.constantFrom<Mode>("raw", "corrected"),
      fc.integer({ min: 1, max: 6 }),
      (trace, mode, count) => {
        const allTexts = waterfallTexts(trace, mode);
        expect(firstRowTexts(trace, mode)).toEqual(allTexts);
        const few = firstRowTexts(trace, mode, count) ?? [];
        expect(few).toEqual(allTexts.slice(0, few.length));
        expect(few.length).toBeGreaterThanOrEqual(Math.min(count, allTexts.length));
      },
    ),
    { numRuns: 40 },
  );
});

const lanes = traceFromLanes(
  `
  root        |────────────────────
    admit     |──
    engine    |    ──────────────
      prefill |    ────
      decode  |        ──────────
`,
  1_000_000,
);

test("renders a plain table without buttons and marks a complete list", () => {
  render(<FirstSpanRows firstRows={drawFirstRows(lanes)!} />);
  const table = screen.getByRole("table", { name: "Spans" });
  expect(table).toHaveAttribute("aria-rowcount", "7");
  expect(within(table).getAllByRole("row")).toHaveLength(7);
  expect(screen.queryByRole("button")).toBeNull();
  expect(screen.queryByRole("treegrid")).toBeNull();
});

test("draws bars at the times of the spans, with self time solid, at any width", () => {
  const html = renderToStaticMarkup(<FirstSpanRows firstRows={drawFirstRows(lanes)!} />);
  // engine: 4 to 18 of 20 ms, thin. decode: 8 to 18, solid.
  expect(html).toMatch(/h-1" style="left:20%;width:max\(1\.5px, 70%\)/);
  expect(html).toMatch(/h-3" style="left:40%;width:max\(1\.5px, 50%\)/);
  // Root has a gap after admit and before engine, and another one at its end.
  expect(html).toMatch(/bg-paper[^"]*" style="left:10%;width:max\(1\.5px, 10%\)/);
});

test("shows the start time of spans outside the initial time range", () => {
  const trace = drawnTrace([
    drawnSpan({
      id: "request",
      at: [0, 100],
      attributes: { "gen_ai.latency.time_to_first_token": 10e-9 },
    }),
    drawnSpan({ id: "late", parent: "request", at: [60, 70] }),
  ]);
  render(<FirstSpanRows firstRows={drawFirstRows(trace)!} />);
  const late = screen.getAllByRole("row").find((row) => row.textContent.includes("late"));
  expect(late?.lastElementChild).toHaveTextContent("60 ns");
});

test("returns no rows if rows are missing, and includes the requested span", () => {
  expect(drawFirstRows(lanes, { maxRows: 4 })).toBeNull();
  expect(drawFirstRows(lanes, { selectedSpanId: "decode", visibleRowCount: 3 })).toBeNull();
  expect(drawFirstRows(lanes, { selectedSpanId: "decode" })?.selectedRow).toBe(4);
  expect(drawFirstRows(lanes, { visibleRowCount: 3 })).toMatchObject({
    visibleRowCount: 3,
    spanCount: 5,
    selectedRow: 0,
  });
  expect(drawFirstRows(drawnTrace([]))).toBeNull();
});
