/** Polling while the tab is hidden. */
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import type { PanelOutcome } from "@/lib/contracts/signals";
import { ProblemError } from "@/lib/client/fetch-json";
import type { Problem } from "@/lib/model/problem";
import { startPanelPoller } from "./panel-poller";

const intervalMs = 5_000;
const answered = { key: "one", state: "answered", answer: { stale: null } } as unknown as PanelOutcome;

function start(inBackground: boolean, read = vi.fn(async () => new Map([["one", answered]]))) {
  const loop = startPanelPoller({
    fetch: read,
    inView: () => [{ id: "one" }],
    intervalMs,
    inBackground,
    onOutcomes: () => undefined,
    onFailure: () => undefined,
  });
  return { read, loop };
}

const hidden = vi.spyOn(document, "hidden", "get");

beforeEach(() => {
  vi.useFakeTimers();
  hidden.mockReturnValue(true);
});
afterEach(() => {
  vi.useRealTimers();
});

test("pauses in a hidden tab and requests immediately when it is visible again", async () => {
  const { read, loop } = start(false);
  await vi.advanceTimersByTimeAsync(10 * intervalMs);
  expect(read).not.toHaveBeenCalled();
  hidden.mockReturnValue(false);
  loop.resume();
  await vi.advanceTimersByTimeAsync(0);
  expect(read).toHaveBeenCalledOnce();
  loop.stop();
});

test("continues in kiosk mode while hidden, and leaves no timer when stopped", async () => {
  const { read, loop } = start(true);
  await vi.advanceTimersByTimeAsync(3 * intervalMs);
  expect(read.mock.calls.length).toBeGreaterThanOrEqual(3);
  loop.stop();
  expect(vi.getTimerCount()).toBe(0);
});

const failing = (code: Problem["code"]) =>
  vi.fn(() => Promise.reject(new ProblemError({ code, detail: "" } as Problem)));

test("requests an invalid question once and repeats recoverable failures", async () => {
  const [refused, broken] = [failing("invalid-input"), failing("source-unreachable")];
  const loops = [start(true, refused), start(true, broken)];
  await vi.advanceTimersByTimeAsync(2 * intervalMs);
  expect(refused).toHaveBeenCalledOnce();
  expect(broken.mock.calls.length).toBeGreaterThanOrEqual(4);
  for (const { loop } of loops) loop.stop();
});
