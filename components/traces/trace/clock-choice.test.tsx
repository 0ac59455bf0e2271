import { render, screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { expect, test, vi } from "vitest";
import { ClockChoice } from "./clock-choice";

const skewed = {
  mode: "raw",
  correctedSpanCount: 3,
  largestOffsetNs: 12_000_000,
  rejectedCallCount: 0,
} as const;

test("shows nothing if the clocks agree", () => {
  const { container } = render(
    <ClockChoice
      clock={{ mode: "raw", correctedSpanCount: 0, largestOffsetNs: 0, rejectedCallCount: 0 }}
      onChoose={vi.fn()}
    />,
  );
  expect(container.textContent).toBe("");
});

test("shows raw times first and offers the correction with its size", async () => {
  const onChoose = vi.fn();
  render(<ClockChoice clock={skewed} onChoose={onChoose} />);
  expect(screen.getByRole("button", { name: "Raw" }).getAttribute("aria-pressed")).toBe("true");
  expect(screen.getByText(/3 spans started before or ended after/)).toBeDefined();
  await userEvent.click(screen.getByRole("button", { name: /^Corrected by up to 12(?:\.0)?\sms$/ }));
  expect(onChoose).toHaveBeenCalledWith("corrected");
});

test("reports calls that differ too much to be corrected", () => {
  render(
    <ClockChoice
      clock={{ mode: "raw", correctedSpanCount: 0, largestOffsetNs: 0, rejectedCallCount: 1 }}
      onChoose={vi.fn()}
    />,
  );
  expect(
    screen.getByText("1 call is not corrected, because the difference is larger than clock skew usually is."),
  ).toBeDefined();
  expect(screen.queryByRole("button")).toBeNull();
});
