/** Ages are told by the server's clock, go on by themselves, and count from when the answer came. */
import { act, render, screen } from "@testing-library/react";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { Age } from "./age";

const nowMs = 1_800_000_000_000;
/** The server's clock is an hour ahead of this one. */
const asOfMs = nowMs + 3_600_000;

beforeEach(() => {
  vi.useFakeTimers({ now: nowMs });
});
afterEach(() => {
  vi.useRealTimers();
});

test("an age goes on by itself", () => {
  render(<Age atMs={asOfMs - 3_000} asOfMs={asOfMs} />);
  expect(screen.getByText("3 s ago")).toBeInTheDocument();
  act(() => void vi.advanceTimersByTime(4_000));
  expect(screen.getByText("7 s ago")).toBeInTheDocument();
});

test("an answer from memory is as old as it is, not as if it came now", () => {
  render(<Age atMs={asOfMs - 3_000} asOfMs={asOfMs} receivedAtMs={nowMs - 20_000} />);
  expect(screen.getByText("23 s ago")).toBeInTheDocument();
});
