/** Fails a test that writes warnings or errors to the console. */
import { afterEach, beforeEach, expect, vi } from "vitest";

const levels = ["error", "warn"] as const;

beforeEach(() => {
  for (const level of levels) vi.spyOn(console, level);
});

afterEach(() => {
  for (const level of levels) {
    const spy = vi.mocked(console[level]);
    const calls = spy.mock.calls.map((call) => call.map(String).join(" "));
    spy.mockRestore();
    expect(calls, `console.${level} was called`).toEqual([]);
  }
});
