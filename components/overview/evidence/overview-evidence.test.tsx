import { QueryClientProvider } from "@tanstack/react-query";
import { render, screen, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { afterEach, expect, test, vi } from "vitest";
import { makeQueryClient } from "@/lib/client/query-client";
import type { EvidenceData } from "@/lib/contracts/investigations/evidence-kinds/evidence-kinds";
import type { OverviewResponse } from "@/lib/contracts/overview";
import { createJudgedRow } from "@/tests/support/sample-data/overview-rows";
import { createOverviewHref, createOverviewSubject } from "./overview-subject";
import { OverviewEvidence } from "./overview-evidence";

afterEach(() => vi.unstubAllGlobals());

const window = { startMs: 1_780_000_000_000, endMs: 1_780_003_600_000 };
const absent = { kind: "absent", reason: "no-data", detail: "No data." } as const;
const fleet = {
  asOfMs: window.endMs,
  window,
  headline: [{ kind: "text", text: "Both deployments are ok." }],
  counts: { down: 0, unhealthy: 0, unknown: 0, idle: 0, ok: 2, pending: 0 },
  fleet: {
    requestRate: { kind: "present", value: 12.5, windowMs: 300_000, atMs: window.endMs },
    outputTokenRate: absent,
    running: absent,
    waiting: absent,
    errorRatio: absent,
    abortRatio: absent,
    n: 3_750,
  },
  deployments: [createJudgedRow("chat", "ok"), createJudgedRow("assist", "ok")],
} as unknown as OverviewResponse;

test("draws the stored rows, sorts them, and queries nothing", async () => {
  const fetch = vi.fn();
  vi.stubGlobal("fetch", fetch);
  const data: EvidenceData = { endpoint: "overview", fleet };
  render(
    <QueryClientProvider client={makeQueryClient()}>
      <OverviewEvidence data={data} />
    </QueryClientProvider>,
  );
  expect(screen.getByText("Both deployments are ok.")).toBeInTheDocument();
  expect(screen.getByRole("list", { name: "Deployments by status" })).toHaveTextContent("2 ok");
  expect(screen.getByText(/n = 3,750 requests/)).toBeInTheDocument();
  const sums = screen.getByRole("rowheader", { name: "Fleet" }).closest('[role="row"]');
  expect(sums).toHaveTextContent(/Requests\/s12\.5/);
  // A copy is narrower than the table of the page, which would otherwise hide the sums.
  expect(sums?.closest(".hidden")).toBeNull();
  const table = screen.getByRole("table");
  const listLinks = () =>
    within(table)
      .getAllByRole("link", { name: /^(?:chat|assist)$/ })
      .map((link) => link.textContent);
  expect(listLinks()).toEqual(["chat", "assist"]);
  await userEvent.click(within(table).getByRole("button", { name: /^Deployment/, hidden: true }));
  expect(listLinks()).toEqual(["assist", "chat"]);
  expect(fetch).not.toHaveBeenCalled();
});

test("links to the Overview in the window of the click", () => {
  const { question } = createOverviewSubject({ window });
  expect(question).toEqual({ endpoint: "overview", window });
  expect(createOverviewHref({ endpoint: "overview", window })).toBe(
    "/overview?from=1780000000000&to=1780003600000",
  );
});
