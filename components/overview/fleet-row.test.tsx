/** Tests one row: warnings about partial data and the roofline line. */
import { QueryClientProvider } from "@tanstack/react-query";
import { cleanup, render, screen } from "@testing-library/react";
import { afterEach, expect, test, vi } from "vitest";
import type { JudgedRow } from "@/lib/contracts/overview";
import type { RooflineSummaryResponse } from "@/lib/contracts/roofline/roofline-summary";
import type { Reading } from "@/lib/model/reading";
import { makeQueryClient } from "@/lib/client/query-client";
import type { ViewState } from "@/lib/client/url-state";
import { judgedRow } from "@/tests/support/sample-data/overview-rows";
import { summaryRow } from "@/tests/support/sample-data/roofline-summary-row";
import { FleetRow } from "./fleet-row";

const row = judgedRow("chat", "ok");
const view = { from: "now-6h", to: "now", live: true } as ViewState;

function show(renderRow: JudgedRow, rows: RooflineSummaryResponse["rows"] = []): void {
  vi.stubGlobal("fetch", () => Promise.resolve(Response.json({ asOfMs: 0, rows })));
  render(
    <QueryClientProvider client={makeQueryClient()}>
      <FleetRow row={renderRow} asOfMs={0} view={view} />
    </QueryClientProvider>,
  );
}

afterEach(() => {
  vi.unstubAllGlobals();
});

test.each([
  [["a store did not answer"], "partial data: a store did not answer."],
  [["one", "two", "three"], "partial data: one and 2 more."],
])("shows the warning about partial data: %j", (warnings, statusText) => {
  show({ ...row, warnings });
  expect(screen.getByText(statusText)).toBeVisible();
});

test.each([[{}], [{ warnings: [] }]])("shows no warning about partial data: %j", (parts) => {
  show({ ...row, ...parts });
  expect(screen.queryByText(/partial/)).toBeNull();
});

test("links the roofline line to the Roofline page and shows its warnings", async () => {
  show(row, [summaryRow({ agrees: false }), summaryRow({ slug: "other" })]);
  const link = await screen.findByRole("link", { name: "Roofline of chat" });
  expect(link).toHaveAttribute("href", expect.stringMatching(/^\/roofline\?d=chat/));
  expect(screen.getAllByText(/decode MBU 0\.79/)).toHaveLength(1);
  expect(screen.getByText(/counters disagree/)).toBeVisible();
});

test("states once why a training job has no serving metrics, and keeps status, name and sentence", () => {
  const reason = "A training job serves no requests. It has training signals instead.";
  const none: Reading = { kind: "absent", reason: "not-exposed", detail: reason };
  const { readings } = row;
  const unserved = Object.fromEntries(Object.keys(readings).map((name) => [name, none])) as typeof readings;
  show({ ...row, readings: unserved, sentence: [{ kind: "text", text: "It trains." }] });
  expect(screen.getAllByText(reason)).toHaveLength(1);
  expect(screen.queryByText("not exposed")).toBeNull();
  expect(screen.getByText("It trains.")).toBeVisible();
  expect(screen.getByRole("link", { name: "chat" })).toBeVisible();
});

test("keeps the columns when only some values are missing or the reasons differ", () => {
  const { readings } = row;
  const none = (detail: string): Reading => ({ kind: "absent", reason: "not-exposed", detail });
  show({ ...row, readings: { ...readings, kvUsage: none("No flag of this engine has it.") } });
  expect(screen.getAllByText("not exposed")).toHaveLength(1);
  cleanup();
  const each = Object.fromEntries(
    Object.keys(readings).map((name) => [name, none(`It has no ${name}.`)]),
  ) as typeof readings;
  show({ ...row, readings: each });
  expect(screen.getAllByText("not exposed").length).toBeGreaterThan(7);
});
