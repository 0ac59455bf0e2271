import { QueryClientProvider } from "@tanstack/react-query";
import { render, screen, waitFor } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { expect, test, vi } from "vitest";
import { makeQueryClient } from "@/lib/client/query-client";
import type { StepRecordEntry } from "@/lib/contracts/investigations/progress";
import type { MissingPart } from "@/lib/investigations/progress";
import { StepActions } from "./step-actions";

const record: StepRecordEntry = {
  step: "define-baseline",
  round: 1,
  state: "open",
  reason: null,
  answers: {},
  checked: [],
  addedItems: [],
  version: 1,
};

const missingGoal: MissingPart = { kind: "condition", id: "goal", text: "Set the goal.", name: "goal" };

function show(missing: readonly MissingPart[]) {
  const sent: unknown[] = [];
  vi.stubGlobal("fetch", (_: string, init: RequestInit = {}) => {
    sent.push(JSON.parse((init.body as string | undefined) ?? "{}"));
    return Promise.resolve(Response.json({ asOfMs: 0, step: record }));
  });
  render(
    <QueryClientProvider client={makeQueryClient()}>
      <StepActions number={31} record={record} missing={missing} position="reproduce" onShow={vi.fn()} />
    </QueryClientProvider>,
  );
  return sent;
}

test("a step with missing parts is finished only after a confirmation that lists them", async () => {
  const user = userEvent.setup();
  const sent = show([missingGoal]);
  await user.click(screen.getByRole("button", { name: "Finish" }));
  const question = screen.getByRole("group", { name: "Confirm to finish step 1" });
  expect(question).toHaveTextContent("1 part is missing: goal. The timeline records what is missing.");
  expect(sent).toEqual([]);
  await user.click(screen.getByRole("button", { name: "Finish step 1 without this part" }));
  await waitFor(() => expect(sent).toEqual([{ round: 1, action: "finish", acceptsMissing: true }]));
});

test("a complete step is finished without a confirmation", async () => {
  const sent = show([]);
  await userEvent.setup().click(screen.getByRole("button", { name: "Finish" }));
  await waitFor(() => expect(sent).toEqual([{ round: 1, action: "finish" }]));
});
