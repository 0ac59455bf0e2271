/** A row whose source answered with a warning says so; one without, or from an older server, does not. */
import { render, screen } from "@testing-library/react";
import { expect, test } from "vitest";
import type { JudgedRow } from "@/lib/contracts/overview";
import type { ViewState } from "@/lib/client/url-state";
import { FleetRow } from "./fleet-row";

const none = { kind: "absent", reason: "no-traffic", detail: "" } as const;
const row: JudgedRow = {
  slug: "chat",
  title: "chat",
  model: "m",
  engine: { id: "vllm", title: "vLLM", version: null },
  instances: 1,
  behind: [],
  inFrontOf: [],
  state: "judged",
  status: { id: "ok", sinceMs: null, holding: ["ok"] },
  sentence: [],
  sourceTrouble: null,
  readings: {
    ttftP95: none,
    ttftMean: none,
    tpotP95: none,
    tpotMean: none,
    requestRate: none,
    outputTokenRate: none,
    running: none,
    waiting: none,
    kvUsage: none,
    errorRatio: none,
  },
  sparklines: { ttftP95: null, tpotP95: null },
  asOfMs: 0,
  stale: null,
};
const view = { from: "now-6h", to: "now", live: true } as ViewState;

test.each([
  [["a store did not answer"], "partial: a store did not answer."],
  [["one", "two", "three"], "partial: one and 2 more."],
])("warnings %j", (warnings, said) => {
  render(<FleetRow row={{ ...row, warnings }} asOfMs={0} view={view} />);
  expect(screen.getByText(said)).toBeVisible();
});

test.each([[{}], [{ warnings: [] }]])("no warnings: %j", (parts) => {
  render(<FleetRow row={{ ...row, ...parts }} asOfMs={0} view={view} />);
  expect(screen.queryByText(/partial/)).toBeNull();
});
