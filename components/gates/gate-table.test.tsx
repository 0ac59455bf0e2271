import { render, screen } from "@testing-library/react";
import { expect, test } from "vitest";
import type { GateRunEntry } from "@/lib/contracts/gates";
import { GateTable } from "./gate-table";

const run: GateRunEntry = {
  id: "01900000-0000-7000-8000-000000000000",
  state: "waiting",
  verdict: null,
  sentence: "Waiting for the end of the window.",
  deployment: { slug: "chat", title: "chat", isDeleted: false },
  baseline: { id: "01900000-0000-7000-8000-000000000001", name: "Reference", isDeleted: false },
  window: { startMs: 0, endMs: 1_800_000 },
  rules: ["tpot.mean=10%", "errors.ratio-to-requests=10%"],
  factor: null,
  isStrict: false,
  run: null,
  waitingUntilMs: 1_830_000,
  author: "operator",
  createdAtMs: 0,
  evaluatedAtMs: null,
};

test("breaks lines between rules, never within a rule", () => {
  render(<GateTable name="Gate runs" gates={[run]} asOfMs={60_000} receivedAtMs={0} />);
  for (const rule of run.rules)
    expect(screen.getByText(rule, { exact: false })).toHaveClass("whitespace-nowrap");
});
