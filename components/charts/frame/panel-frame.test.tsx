/** States of a panel, as the user sees and operates them. */
import { cleanup, render, screen, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { afterAll, afterEach, beforeEach, expect, test, vi } from "vitest";
import type { Answer } from "@/lib/model/answer";
import type { AbsenceReason, DownSince, Reading } from "@/lib/model/reading";
import { createEmptyAnswer } from "@/tests/support/sample-data/empty-answer";
import { PanelFrame } from "./panel-frame";
import type { PanelState } from "./panel-state";

const height = vi.spyOn(HTMLElement.prototype, "offsetHeight", "get");

/** A browser whose summary text has a height of `heightPixels`. */
function mockTextHeight(heightPixels: number): void {
  height.mockReturnValue(heightPixels);
  vi.stubGlobal(
    "ResizeObserver",
    class {
      readonly #callback: (entries: readonly unknown[]) => void;
      constructor(callback: (entries: readonly unknown[]) => void) {
        this.#callback = callback;
      }
      observe(): void {
        this.#callback([]);
      }
      disconnect(): void {}
    },
  );
}

beforeEach(() => mockTextHeight(16));
afterEach(() => {
  vi.unstubAllGlobals();
});
afterAll(() => height.mockRestore());

const present: Reading = {
  kind: "present",
  value: 0.41,
  lower: 0.25,
  upper: 0.5,
  n: 1204,
  atMs: 0,
  windowMs: 300_000,
};

function answer(
  values: readonly (number | null)[],
  parts: Partial<Answer> = {},
  reason: AbsenceReason = "no-traffic",
  headline: Reading = present,
): Answer {
  return createEmptyAnswer(
    { stepMs: 30_000, pointCount: values.length },
    {
      asOfMs: 50_000,
      n: 1204,
      queries: [{ signal: "ttft", purpose: "series", promql: "sum by (le) (rate(x_bucket[120s]))" }],
      series: [
        {
          signal: "ttft",
          statistic: "p95",
          unit: "seconds",
          values,
          absence: values.some((value) => value === null) ? [[0, values.length - 1, reason]] : [],
          headline,
        },
      ],
      ...parts,
    },
  );
}

function show(state: PanelState, onRetry = vi.fn()) {
  render(
    <PanelFrame title="Time to first token" summary="p95 0.41 s" state={state} onRetry={onRetry}>
      {(_answer, isStale) => <p>{isStale ? "dimmed chart" : "chart"}</p>}
    </PanelFrame>,
  );
  return {
    user: userEvent.setup(),
    panel: screen.getByRole("region", { name: "Time to first token" }),
    onRetry,
  };
}

test("shows a loading state in the panel", () => {
  const { panel } = show({ kind: "loading" });
  expect(panel).toHaveTextContent("Loading");
  expect(panel).not.toHaveTextContent("chart");
});

test("shows the chart with definition, queries, table and CSV", async () => {
  const { user, panel } = show({ kind: "answered", answer: answer([0.4, 0.5]) });
  expect(panel).toHaveTextContent("chart");
  await user.click(screen.getByRole("button", { name: "Queries of Time to first token" }));
  // Popovers and their content are loaded with the first opening.
  const dialog = within(await screen.findByRole("dialog"));
  expect(await dialog.findByText("sum by (le) (rate(x_bucket[120s]))")).toBeVisible();
  expect(dialog.getByText(/rate window 2 min/)).toBeVisible();
});

test("shows the reason in the table where a value is missing, never zero", async () => {
  const { user } = show({ kind: "answered", answer: answer([0.4, null]) });
  await user.click(screen.getByRole("button", { name: "Time to first token as a table" }));
  expect(await screen.findByRole("table")).toHaveTextContent("no traffic");
  expect(screen.getByRole("table")).toHaveTextContent("0.400 s");
  // Rows 30 s apart have different time labels.
  expect(screen.getByRole("table")).toHaveTextContent("00:00:30");
});

test("keeps the previous values while loading", () => {
  const { panel } = show({ kind: "pending", pendingForMs: 2_000, answer: answer([0.4, 0.5]) });
  expect(panel).toHaveTextContent("loading, 2 s");
  expect(panel).toHaveTextContent("chart");
});

test("dims the last good answer and shows the reason", () => {
  const stale = { sinceMs: 40_000, code: "source-unreachable", reason: "Prometheus refuses connections" };
  const { panel } = show({ kind: "answered", answer: answer([0.4, 0.5], { stale }) });
  expect(panel).toHaveTextContent("query failed");
  expect(panel).toHaveTextContent("dimmed chart");
  expect(panel).toHaveTextContent("Prometheus refuses connections");
});

test("shows what failed, why and what to do, and retries", async () => {
  const problem = {
    title: "The query was refused",
    detail: "it would load too many samples",
    next: "Choose a shorter window",
  };
  const { user, panel, onRetry } = show({ kind: "failed", problem, answer: null });
  const { title, next } = problem;
  for (const text of [title, "It would load too many samples.", next]) expect(panel).toHaveTextContent(text);
  await user.click(screen.getByRole("button", { name: "Try again" }));
  expect(onRetry).toHaveBeenCalledOnce();
});

function absent(flag: string): PanelState {
  const reading: Reading = {
    kind: "absent",
    reason: "not-exposed",
    detail: "Counted only if enabled.",
    howToEnable: flag,
  };
  return { kind: "answered", answer: answer([null, null], {}, "not-exposed", reading) };
}

test("shows an absence once, with its reason, remedy and a flag to copy", async () => {
  const { user, panel } = show(absent("Start vLLM with --enable-mfu-metrics."));
  expect(panel).toHaveTextContent("Not available from this engine.");
  expect(panel).toHaveTextContent("To enable it: Start vLLM with --enable-mfu-metrics.");
  expect(panel).not.toHaveTextContent("p95 0.41 s");
  await user.click(screen.getByRole("button", { name: "Copy flag" }));
  expect(await navigator.clipboard.readText()).toBe("--enable-mfu-metrics");
});

test("shows the current value before the first point of the window", () => {
  const { panel } = show({ kind: "answered", answer: answer([null, null], {}, "not-yet-known") });
  expect(panel).toHaveTextContent("p95 0.41 s");
  expect(panel).toHaveTextContent("Not known yet.");
});

test.each([
  ["not-yet-known", /^Time to first tokennot known yet/],
  ["target-down", /^Time to first tokentarget down/],
  ["no-series", /^Time to first tokenno series/],
  ["metric-absent", /^Time to first tokenabsent/],
] as const)("shows the flag of the reason %s", (reason, words) => {
  const { panel } = show({
    kind: "answered",
    answer: answer([null], {}, reason, { kind: "absent", reason, detail: "" }),
  });
  expect(panel.textContent).toMatch(words);
});

test("links to the deployment settings when no series match", () => {
  const detail = 'No series matches the selector {job="vllmm"}.';
  const reading: Reading = { kind: "absent", reason: "no-series", detail };
  const { panel } = show({ kind: "answered", answer: answer([null], {}, "no-series", reading) });
  expect(panel).toHaveTextContent(detail);
  expect(within(panel).getByRole("link")).toHaveAttribute("href", "/settings/deployments");
});

test("shows a remedy without a flag as text only", () => {
  const { panel } = show(absent("Connect the gateway to its workers over gRPC."));
  expect(panel).toHaveTextContent("To enable it: Connect the gateway to its workers over gRPC.");
  expect(screen.queryByRole("button", { name: "Copy flag" })).toBeNull();
});

test("expands and collapses a summary longer than two lines", async () => {
  mockTextHeight(48);
  const { user, panel } = show({ kind: "answered", answer: answer([0.4]) });
  const more = within(panel).getByRole("button", { name: "more on Time to first token" });
  expect(more).toHaveAttribute("aria-expanded", "false");
  await user.tab();
  await user.keyboard("{End}");
  expect(more).toHaveFocus();
  await user.keyboard("{Enter}");
  const less = within(panel).getByRole("button", { name: "less on Time to first token" });
  expect(less).toHaveFocus();
  await user.click(less);
  expect(more).toHaveAttribute("aria-expanded", "false");
});

test("shows no button when the summary fits two lines", () => {
  mockTextHeight(32);
  const { panel } = show({ kind: "answered", answer: answer([0.4]) });
  expect(within(panel).queryByRole("button", { name: /more on/ })).toBeNull();
  expect(within(panel).getByText("p95 0.41 s")).not.toHaveClass("truncate");
});

test("shows a quality warning once under the values", () => {
  const detail = "Its instances count by different bucket edges.";
  const qualityWarnings = (["ttft", "tpot"] as const).map(
    (signal) => ({ signal, kind: "mixed-edges", detail }) as const,
  );
  const { panel } = show({ kind: "answered", answer: answer([0.4], { qualityWarnings }) });
  expect(within(panel).getAllByText(detail)).toHaveLength(1);
  expect(panel).toHaveTextContent("chart");
});

test("reports a partial answer when there are warnings", () => {
  const { panel } = show({
    kind: "answered",
    answer: answer([0.4], { completeness: "partial", warnings: ["a store did not answer"] }),
  });
  expect(panel).toHaveTextContent("partial");
  expect(panel).toHaveTextContent("a store did not answer");
});

const note = {
  signal: "ttft",
  from: "SGLang",
  formula: "mean = Σ rate(x_sum) ÷ Σ rate(x_count)",
  scope: "Entire deployment: sum over all instances.",
  caveat: "Requests that do not stream are excluded.",
} as const;

test("shows a different definition of the source next to the title and in the definition", async () => {
  const { user, panel } = show({ kind: "answered", answer: answer([0.4], { notes: [note] }) });
  expect(panel).toHaveTextContent("by SGLang");
  await user.click(screen.getByRole("button", { name: "Time to first token: SGLang definition" }));
  expect(await screen.findByRole("dialog")).toHaveTextContent("Requests that do not stream are excluded.");
});

test("shows formula, unit and scope in the definition", async () => {
  const { user } = show({ kind: "answered", answer: answer([0.4], { notes: [note] }) });
  await user.click(screen.getByRole("button", { name: "Definition of Time to first token" }));
  const dialog = await screen.findByRole("dialog");
  for (const text of [note.formula, note.scope, "Unit", note.caveat]) expect(dialog).toHaveTextContent(text);
});

test("shows no caveat when the source uses the same definition", () => {
  const { panel } = show({ kind: "answered", answer: answer([0.4], { notes: [{ ...note, caveat: null }] }) });
  expect(panel).not.toHaveTextContent("definition");
});

test("links to the traces of the window if there are any", () => {
  const { unmount } = render(
    <PanelFrame
      title="End to end"
      summary=""
      state={{ kind: "answered", answer: answer([0.4]) }}
      tracesLink={{ href: "/traces?d=chat&tab=slowest", orderText: "slowest first" }}
      onRetry={vi.fn()}
    >
      {() => <p>chart</p>}
    </PanelFrame>,
  );
  expect(screen.getByRole("link", { name: "Traces in this window by End to end" })).toHaveAttribute(
    "href",
    "/traces?d=chat&tab=slowest",
  );
  unmount();
  show({ kind: "answered", answer: answer([0.4]) });
  expect(screen.queryByRole("link")).toBeNull();
});

test("offers PNG only while the chart is shown", async () => {
  const { user } = show({ kind: "answered", answer: answer([0.4]) });
  expect(screen.getByRole("button", { name: "Time to first token as PNG" })).toBeVisible();
  await user.click(screen.getByRole("button", { name: "Time to first token as a table" }));
  expect(screen.queryByRole("button", { name: "Time to first token as PNG" })).toBeNull();
});

test("shows since when targets are down in the viewer's time zone, or that the start is unknown", () => {
  const panelTextFor = (downSince: DownSince): string => {
    const reading: Reading = {
      kind: "absent",
      reason: "target-down",
      detail: "They do not answer.",
      howToEnable: "Start vLLM with --enable-mfu-metrics.",
      downSince: downSince,
    };
    // The window starts with a different reason than the current one.
    const { panel } = show({ kind: "answered", answer: answer([null, null], {}, "metric-absent", reading) });
    return panel.textContent ?? "";
  };
  const atMs = Date.UTC(2026, 10, 19, 14, 32);
  const panelText = panelTextFor({ kind: "since", atMs, withinMs: 15_000, elapsedMs: 60_000 });
  expect(panelText).toMatch(/The target has been down since \d\d:\d\d \S+?\.They do not answer\./);
  expect(panelText).toContain("To enable it: Start vLLM with --enable-mfu-metrics.");
  cleanup();
  expect(panelTextFor({ kind: "at-least", elapsedMs: 21_600_000 })).toContain(
    "has been down for at least 6\u202fh.",
  );
});

test("a panel is one tab stop, and the arrow keys move between its items", async () => {
  const user = userEvent.setup();
  show({ kind: "answered", answer: answer([0.4, 0.41]) });
  const panel = screen.getByRole("region");
  const stops = () =>
    within(panel)
      .getAllByRole("button")
      .filter(({ tabIndex }) => tabIndex === 0);
  const buttons = within(screen.getByRole("toolbar", { name: /^Actions of / })).getAllByRole("button");
  expect(buttons.length).toBeGreaterThan(3);
  expect(stops()).toHaveLength(1);
  buttons[0]?.focus();
  await user.keyboard("{ArrowRight}{ArrowDown}");
  expect(buttons[2]).toHaveFocus();
  expect(stops()).toEqual([buttons[2]]);
  await user.keyboard("{ArrowUp}");
  expect(buttons[1]).toHaveFocus();
  await user.keyboard("{End}{ArrowRight}");
  expect(buttons.at(-1)).toHaveFocus();
  await user.keyboard("{Home}");
  expect(within(panel).getAllByRole("button")[0]).toHaveFocus();
});

test("one button opens the actions on touch and narrow screens", async () => {
  const user = userEvent.setup();
  show({ kind: "answered", answer: answer([0.4, 0.41]) });
  const menu = screen.getByRole("button", { name: /^Actions of / });
  expect(menu).toHaveAttribute("aria-expanded", "false");
  expect(screen.getByRole("toolbar")).toHaveClass("touch:hidden", "max-[699px]:hidden");
  await user.click(menu);
  expect(menu).toHaveAttribute("aria-expanded", "true");
  expect(screen.getByRole("toolbar")).not.toHaveClass("touch:hidden");
  screen.getByRole("toolbar").querySelector("button")?.focus();
  await user.keyboard("{Escape}");
  expect(menu).toHaveAttribute("aria-expanded", "false");
});
