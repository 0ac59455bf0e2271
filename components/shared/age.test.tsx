/** Tests that ages use the server's clock, tick, and include the time since the response was received. */
import { act, render, screen } from "@testing-library/react";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { Age } from "./age";

const nowMs = 1_800_000_000_000;
/** The server's clock is one hour ahead. */
const asOfMs = nowMs + 3_600_000;

beforeEach(() => {
  vi.useFakeTimers({ now: nowMs });
});
afterEach(() => {
  vi.useRealTimers();
});

test("updates the age as time passes", () => {
  render(<Age atMs={asOfMs - 3_000} asOfMs={asOfMs} />);
  expect(screen.getByText("3 s ago")).toBeInTheDocument();
  act(() => void vi.advanceTimersByTime(4_000));
  expect(screen.getByText("7 s ago")).toBeInTheDocument();
});

test("shows the real age of cached data", () => {
  render(<Age atMs={asOfMs - 3_000} asOfMs={asOfMs} receivedAtMs={nowMs - 20_000} />);
  expect(screen.getByText("23 s ago")).toBeInTheDocument();
});
