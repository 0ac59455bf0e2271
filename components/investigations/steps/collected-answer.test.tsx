import { QueryClientProvider } from "@tanstack/react-query";
import { render, screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { afterEach, expect, test, vi } from "vitest";
import { makeQueryClient } from "@/lib/client/query-client";
import { defineBaselineStep } from "@/lib/investigations/steps/define-baseline";
import { openStep } from "./fixtures";
import { StepEditor } from "./step-editor";

afterEach(() => vi.unstubAllGlobals());

const window = { startMs: Date.UTC(2026, 10, 20, 6, 40), endMs: Date.UTC(2026, 10, 20, 7, 38) };
const item = {
  id: "goal-value chat",
  collection: "goal-value",
  title: "Value of the goal's signal",
  deployment: { slug: "chat", title: "chat" },
  state: "collected",
  asOfMs: window.endMs,
  window,
  summary: null,
  values: [
    {
      kind: "number",
      label: "TTFT p95",
      value: 7.25,
      interval: { lower: 5, upper: 7.5 },
      n: 29138,
      unit: "seconds",
      displayUnit: "s",
    },
  ],
  omittedCount: 0,
  stale: null,
  href: "/signals",
  request: { method: "GET", path: "/", body: null },
};

function show(items: readonly object[]): void {
  vi.stubGlobal("fetch", (path: string) =>
    Promise.resolve(
      Response.json(
        path.includes("/collections")
          ? { asOfMs: 0, items, window: { ...window, isLive: false, basis: "" }, omittedDeployments: [] }
          : { asOfMs: 0, drafts: [] },
      ),
    ),
  );
  render(
    <QueryClientProvider client={makeQueryClient()}>
      <StepEditor
        number={31}
        version={1}
        step={defineBaselineStep}
        record={{ ...openStep, step: "define-baseline", answers: {}, checked: [] }}
        experiments={[]}
        lastSave={null}
      />
    </QueryClientProvider>,
  );
}

test("the collected value fills in the field, with unit, interval, n and window", async () => {
  show([item]);
  await userEvent.click(await screen.findByRole("button", { name: "Use the collected value" }));
  const { value } = screen.getByLabelText<HTMLInputElement>("Present value of the goal's signal");
  expect(value).toMatch(/^chat: TTFT p95 7\.25\ss \(5\.00 to 7\.50\), n = 29,138, .*20 Nov/);
});

test("a step without a collected value offers none", async () => {
  show([{ ...item, state: "unavailable", reason: "Set the goal of the investigation." }]);
  await screen.findByLabelText("Present value of the goal's signal");
  expect(screen.queryByRole("button", { name: "Use the collected value" })).not.toBeInTheDocument();
});
