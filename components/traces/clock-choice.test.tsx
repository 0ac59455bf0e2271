import { render, screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { expect, test, vi } from "vitest";
import { ClockChoice } from "./clock-choice";

const skewed = { mode: "raw", correctedSpans: 3, largestOffsetNs: 12_000_000, rejectedCalls: 0 } as const;

test("clocks that agree need no choice", () => {
  const { container } = render(
    <ClockChoice
      clock={{ mode: "raw", correctedSpans: 0, largestOffsetNs: 0, rejectedCalls: 0 }}
      onChoose={vi.fn()}
    />,
  );
  expect(container.textContent).toBe("");
});

test("times are raw until a person wants them corrected, and it says by how much", async () => {
  const onChoose = vi.fn();
  render(<ClockChoice clock={skewed} onChoose={onChoose} />);
  expect(screen.getByRole("button", { name: "Raw" }).getAttribute("aria-pressed")).toBe("true");
  expect(screen.getByText(/3 spans began before or ended after/)).toBeDefined();
  await userEvent.click(screen.getByRole("button", { name: /^Corrected by up to 12(?:\.0)?\sms$/ }));
  expect(onChoose).toHaveBeenCalledWith("corrected");
});

test("what is further apart than clocks differ is left, and that is said", () => {
  render(
    <ClockChoice
      clock={{ mode: "raw", correctedSpans: 0, largestOffsetNs: 0, rejectedCalls: 1 }}
      onChoose={vi.fn()}
    />,
  );
  expect(screen.getByText("1 call differs by more than clocks do and is left as told.")).toBeDefined();
  expect(screen.queryByRole("button")).toBeNull();
});
