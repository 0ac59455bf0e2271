/** Tests the result of an experiment and the actions of each state. */
import { QueryClientProvider } from "@tanstack/react-query";
import { render, screen, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { afterEach, expect, test, vi } from "vitest";
import { makeQueryClient } from "@/lib/client/query-client";
import type { ExperimentEntry, ExperimentResultResponse } from "@/lib/contracts/investigations/experiments";
import { ExperimentItem } from "./experiment-item";

const asOfMs = 1_795_000_000_000;
const arm = { deployment: "chat", windows: [{ startMs: asOfMs - 3_600_000, endMs: null }], baseline: null };
const experiment: ExperimentEntry = {
  id: "x",
  number: 1,
  round: 1,
  hypothesis: null,
  kind: "ab",
  factor: { path: "engine.flags.max_num_seqs", from: "256", to: "64" },
  arms: [
    { ...arm, role: "reference", name: "Old", selector: { label: "instance", value: "a:8000" } },
    { ...arm, role: "changed", name: "New", selector: { label: "instance", value: "b:8000" } },
  ],
  measures: {
    primary: { signal: "ttft", statistic: "mean" },
    guards: [],
    marginRatio: 0.1,
    maxQualityDecrease: 0,
    plannedBlocks: 120,
    hasCostGuard: false,
    stopRule: "first-verdict",
  },
  rollbackPlan: "Set the flag back.",
  rollbackHook: null,
  hookFiresOnGuard: false,
  hookFirings: [],
  scores: [],
  state: "running",
  startedAtMs: asOfMs - 3_600_000,
  endedAtMs: null,
  decision: null,
  approval: null,
  isProposer: false,
  author: "Mara",
  version: 1,
  createdAtMs: asOfMs - 3_700_000,
};

const result: ExperimentResultResponse["result"] = {
  verdict: "cannot-tell",
  sentence: "Cannot tell: Mean TTFT is 4 % lower.",
  isComplete: false,
  measures: [
    {
      part: "primary",
      currency: null,
      title: "Mean TTFT",
      signal: "ttft",
      statistic: "mean",
      verdict: "cannot-tell",
      unit: "seconds",
      displayUnit: "s",
      blockCount: 30,
      referenceMean: 0.5,
      changedMean: 0.48,
      change: -0.04,
      lower: -0.12,
      upper: 0.05,
      pValue: 0.4,
      additionalBlocks: 55,
      sentence: "",
    },
  ],
  quality: [{ name: "MMLU", reference: 0.8, changed: 0.78, hasFallen: true }],
  notes: ["Known for one arm only, so not compared: driver."],
  falseAlarmRatio: 0.05,
  basis: null,
  checkedAtMs: asOfMs,
};

afterEach(() => vi.unstubAllGlobals());

function show(
  change: Partial<ExperimentEntry> = {},
  rights: "edit" | "end-or-delete" | "read" = "edit",
  status = 200,
  measured = result,
) {
  vi.stubGlobal("fetch", (address: string) => {
    const isRead = address.endsWith("/result");
    const failed = { code: "conflict", title: "Refused", detail: "the arms overlap", status: 409 };
    const unavailable = { code: "internal", title: "Failed", detail: "the server stopped", status };
    const body = isRead
      ? status === 200
        ? { asOfMs, isLive: true, result: measured }
        : unavailable
      : failed;
    return Promise.resolve(Response.json(body, { status: isRead ? status : 409 }));
  });
  render(
    <QueryClientProvider client={makeQueryClient()}>
      <ul>
        <ExperimentItem
          number={31}
          experiment={{ ...experiment, ...change }}
          rights={rights}
          onEdit={() => undefined}
        />
      </ul>
    </QueryClientProvider>,
  );
}

const namesOf = (role: string): readonly string[] =>
  screen.queryAllByRole(role).map((one) => one.getAttribute("aria-label") ?? one.textContent ?? "");

test("a running experiment shows its interval and the blocks that are missing", async () => {
  show();
  const row = await screen.findByRole("row", { name: /^Mean TTFT/ });
  expect(within(row).getByText("30, about 55 more needed")).toBeDefined();
  expect(row.textContent).toMatch(/500.*ms480.*ms|0\.5.*0\.48/);
  expect(row.textContent).toMatch(/−12.% to \+5.%/u);
  expect(
    screen.getByText(/Quality score MMLU: 0\.8.* → 0\.78.*, fell by more than is accepted/),
  ).toBeDefined();
  expect(screen.getByText("Note: Known for one arm only, so not compared: driver.")).toBeDefined();
});

test("a result that is measured later is below the buttons, and its rows are reserved", async () => {
  const guards = [{ signal: "errors", statistic: "ratio-to-requests" }] as const;
  show({ measures: { ...experiment.measures, guards: [...guards], hasCostGuard: true } });
  const region = screen.getByRole("region", { name: "Result of X1" });
  for (const button of screen.getAllByRole("button"))
    expect(button.compareDocumentPosition(region) & Node.DOCUMENT_POSITION_FOLLOWING).toBeGreaterThan(0);
  // The rows of the primary measure, the guard and the cost, and the head of the table.
  expect(region.querySelectorAll("tr")).toHaveLength(4);
  expect(await within(region).findByRole("row", { name: /^Mean TTFT/ })).toBeDefined();
  expect(region.querySelectorAll("tr")).toHaveLength(1 + result.measures.length);
});

test("the false-alarm rate is that of the primary measure, and the guards have another one", async () => {
  const guards = result.measures.map((one) => ({ ...one, part: "guard", title: "Error ratio" }) as const);
  show({}, "edit", 200, { ...result, measures: [...result.measures, ...guards] });
  expect(
    await screen.findByText(
      /at most about 5.% of experiments report a difference of the primary measure\. The same limit applies to all guards together\./u,
    ),
  ).toBeDefined();
});

test("a planned experiment lists its quality scores and the decrease that is accepted", () => {
  const score = (role: "reference" | "changed", value: number) =>
    ({ role, name: "MMLU", value, author: "Mara", atMs: asOfMs }) as const;
  show({
    state: "planned",
    scores: [score("reference", 0.5), score("changed", 0.25), score("reference", 0.75)],
    measures: { ...experiment.measures, maxQualityDecrease: 0.02 },
  });
  const definitionOf = (term: string) => screen.getByText(term).nextElementSibling?.textContent;
  expect(definitionOf("Score MMLU")).toMatch(/reference arm 0\.5\d* and 0\.75\d*, changed arm 0\.25/);
  expect(definitionOf("Quality scores")).toMatch(/a decrease of at most 2.% is accepted/u);
});

const decision = { decision: "adopt", reason: "Faster", author: "Mara", atMs: asOfMs, result: null } as const;

test.each([
  ["planned", { state: "planned" }, ["Edit X1", "Start X1", "Delete X1", "Add quality score to X1"]],
  ["running", {}, ["Edit windows of X1", "End X1", "Add quality score to X1"]],
  ["ended", { state: "ended" }, ["Add quality score to X1", "Decide on X1"]],
  ["adopted", { state: "ended", decision }, ["Approve X1"]],
  ["rejected", { state: "ended", decision: { ...decision, decision: "reject" } }, []],
] as const)("an experiment that is %s offers its next actions only", (_name, change, actions) => {
  show(change);
  expect(namesOf("button")).toEqual(actions);
});

const hook = { rollbackHook: { id: "w", name: "Rollback" } };
const firing = {
  id: "d",
  webhook: "Rollback",
  trigger: "person",
  state: "failed",
  reason: "Errors",
  attemptCount: 1,
  status: 500,
  durationMs: 12,
  author: "Mara",
  atMs: asOfMs,
} as const;

test.each([
  ["of a running experiment can be fired", {}, true],
  ["can be fired again after a failure", { hookFirings: [firing] }, true],
  ["of a planned experiment cannot be fired", { state: "planned" }, false],
  ["cannot be fired while a message waits", { hookFirings: [{ ...firing, state: "waiting" }] }, false],
  [
    "cannot be fired after a message was accepted",
    { hookFirings: [{ ...firing, id: "e", state: "delivered" }, firing] },
    false,
  ],
] as const)("a rollback hook %s", (_name, change, canFire) => {
  show({ ...hook, ...change });
  expect(namesOf("button").includes("Fire rollback hook of X1")).toBe(canFire);
});

test("a person confirms the rollback with a reason, and reads each outcome", async () => {
  const failed = { ...firing, id: "e", status: null, durationMs: null, attemptCount: 3 } as const;
  show({ ...hook, hookFirings: [firing, failed] });
  const texts = within(screen.getByRole("list", { name: "Rollback hook" }))
    .getAllByRole("listitem")
    .map((one) => one.textContent);
  expect(texts[0]).toContain("Errors. The receiver refused the message with the status 500 after 12 ms.");
  expect(texts[1]).toContain("The message was not delivered, 3 attempts.");
  await userEvent.click(screen.getByRole("button", { name: "Fire rollback hook of X1" }));
  const form = screen.getByRole("form", { name: "Fire the rollback hook of X1" });
  expect(form.textContent).toContain("to undo the change engine.flags.max_num_seqs 256 → 64");
  await userEvent.click(within(form).getByRole("button", { name: "Request rollback" }));
  expect(await within(form).findByRole("alert")).toBeDefined();
});

test("a person without the right to edit sees no action", () => {
  show({}, "read");
  expect(namesOf("button")).toEqual([]);
});

test.each([
  ["planned", ["Delete X1"]],
  ["running", ["End X1"]],
  ["ended", []],
] as const)("a %s experiment of an ended round offers only %j", (state, actions) => {
  show({ state, ...hook }, "end-or-delete");
  expect(namesOf("button")).toEqual(actions);
});

test("the proposer of a change reads that another person must approve it", async () => {
  show({ state: "ended", decision, isProposer: true });
  await userEvent.click(screen.getByRole("button", { name: "Approve X1" }));
  expect(screen.getByRole("button", { name: "Sign exception" })).toBeDefined();
  expect(screen.getByText(/another person must approve it/)).toBeDefined();
});

test("a refused start is shown with its reason", async () => {
  show({ state: "planned" });
  await userEvent.click(screen.getByRole("button", { name: "Start X1" }));
  expect((await screen.findByRole("alert")).textContent).toContain("The experiment was not changed.");
});

test("a planned experiment is deleted after a confirmation, and a refusal is shown with its reason", async () => {
  show({ state: "planned" });
  await userEvent.click(screen.getByRole("button", { name: "Delete X1" }));
  const question = screen.getByRole("group", { name: "Confirm to delete X1" });
  await userEvent.click(within(question).getByRole("button", { name: "Delete experiment" }));
  expect((await screen.findByRole("alert")).textContent).toContain("The experiment was not deleted.");
  await userEvent.click(within(question).getByRole("button", { name: "Cancel" }));
  expect(screen.queryByRole("group", { name: "Confirm to delete X1" })).toBeNull();
});

test("a result that cannot be read states the reason", async () => {
  show({}, "edit", 500);
  expect((await screen.findByRole("alert")).textContent).toMatch(/server stopped|Failed/i);
});
