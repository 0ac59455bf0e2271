import { act, render } from "@testing-library/react";
import { afterEach, beforeEach, expect, test, vi } from "vitest";

const startMs = Date.UTC(2026, 10, 29, 12);

let useClock: () => number;

// The clock runs as long as the page, so that each test loads a new one.
beforeEach(async () => {
  vi.useFakeTimers({ now: startMs });
  vi.resetModules();
  ({ useClock } = await import("./use-clock"));
});

afterEach(() => {
  vi.useRealTimers();
});

interface SlowPageProps {
  /** Receives the clock's time. */
  readonly onRender: (clockMs: number) => void;
}

/** Each render takes two seconds. */
function SlowPage({ onRender }: SlowPageProps) {
  onRender(useClock());
  // eslint-disable-next-line react-hooks/purity -- the fake clock moves during this render
  vi.setSystemTime(Date.now() + 2_000);
  return null;
}

test("a page that needs seconds per render is rendered once", () => {
  const times: number[] = [];
  render(<SlowPage onRender={(ms) => times.push(ms)} />);
  expect(times).toHaveLength(1);
});

test("a later render has the current time, and the clock alone causes none", () => {
  const times: number[] = [];
  const page = render(<SlowPage onRender={(ms) => times.push(ms)} />);
  act(() => void vi.advanceTimersByTime(600_000));
  expect(times).toHaveLength(1);
  page.rerender(<SlowPage onRender={(ms) => times.push(ms)} />);
  expect(times).toHaveLength(2);
  // The first render moved the time by two seconds, and the timers by ten minutes.
  expect(times[1]).toBe(startMs + 602_000);
});

test("pages share one timer", () => {
  render(<SlowPage onRender={() => undefined} />);
  render(<SlowPage onRender={() => undefined} />);
  expect(vi.getTimerCount()).toBeLessThanOrEqual(1);
});
