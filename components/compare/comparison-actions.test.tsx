import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { fireEvent, render, screen } from "@testing-library/react";
import { afterEach, expect, test, vi } from "vitest";
import type { ComparisonEntry } from "@/lib/contracts/comparisons";
import { ComparisonActions } from "./comparison-actions";

afterEach(() => vi.unstubAllGlobals());

const side = (reference: string): ComparisonEntry["before"] => ({
  kind: "window",
  reference,
  label: "chat-70b",
  deployment: { slug: "chat-70b", title: "chat-70b" },
  window: { startMs: 0, endMs: 3_600_000 },
  measured: null,
  concerns: [],
  missingReason: "The deployment has no samples in the window.",
  proposal: null,
});

const comparison = (asOfMs: number, statistic: "p95" | "mean"): ComparisonEntry => ({
  asOfMs,
  before: side("window:chat-70b:0:3600000"),
  after: side("window:chat-70b:3600000:7200000"),
  statistic,
  factor: null,
  isStrict: true,
  isMarginPending: false,
  result: null,
  sentence: "Cannot tell.",
});

function renderActions(entry: ComparisonEntry) {
  return (
    <QueryClientProvider client={client}>
      <ComparisonActions comparison={entry} receivedAtMs={0} isFetching={false} onRefresh={() => undefined} />
    </QueryClientProvider>
  );
}
const client = new QueryClient();

test("exports the shown comparison, and offers no Markdown of an earlier one", async () => {
  const requested: string[] = [];
  vi.stubGlobal("fetch", (url: string) => {
    requested.push(url);
    const body = { format: "markdown", fileName: "c.md", text: "# Comparison" };
    return Promise.resolve(
      new Response(JSON.stringify(body), { headers: { "content-type": "application/json" } }),
    );
  });
  const { rerender } = render(renderActions(comparison(1, "p95")));
  fireEvent.click(screen.getByRole("button", { name: "Markdown" }));
  await screen.findByRole("button", { name: "Copy Markdown" });
  const query = new URL(requested[0] ?? "", "http://localhost").searchParams;
  expect(Object.fromEntries(query)).toEqual({
    before: "window:chat-70b:0:3600000",
    after: "window:chat-70b:3600000:7200000",
    statistic: "p95",
    strict: "true",
    format: "markdown",
  });
  rerender(renderActions(comparison(2, "mean")));
  expect(screen.queryByRole("button", { name: "Copy Markdown" })).toBeNull();
  expect(screen.getByRole("button", { name: "Markdown" })).toBeTruthy();
});
