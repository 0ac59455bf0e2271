import { render, screen } from "@testing-library/react";
import { expect, test } from "vitest";
import { stepIds } from "@/lib/model/investigation/step-ids";
import { StepList } from "./step-list";

const steps = stepIds.map((step) => ({
  step,
  round: 1,
  state: "open" as const,
  reason: null,
  answers: {},
  checked: [],
  addedItems: [],
  version: 1,
}));

const show = (position: "reproduce" | null) =>
  render(<StepList steps={steps} position={position} chosen="validate" onChoose={() => undefined} />);

test("marks the step at which the investigation is, and none in an earlier round", () => {
  const { unmount } = show("reproduce");
  expect(screen.getByText("current step, open").closest("button")).toHaveTextContent("Isolate and reproduce");
  unmount();
  show(null);
  expect(screen.queryByText(/current step/)).toBeNull();
});

test("step 1 of a later round is not open, because the round begins at step 2", () => {
  const later = steps.map((one) => ({ ...one, round: 2 }));
  render(
    <StepList
      steps={later}
      position="identify-symptoms"
      chosen="identify-symptoms"
      onChoose={() => undefined}
    />,
  );
  const [first, second] = screen.getAllByRole("button");
  expect(first).toHaveTextContent("as in round 1");
  expect(second).toHaveTextContent("current step, open");
});
