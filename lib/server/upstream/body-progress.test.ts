import { expect, test, vi } from "vitest";
import { watchProgress } from "./body-progress";
import { createFakeClock } from "./fixtures";

function stage() {
  const clock = createFakeClock();
  const state = { isPaused: false };
  const onStall = vi.fn();
  const progress = watchProgress(clock, { isPaused: () => state.isPaused, onStall });
  /** Adds `bytesPerSecond` in each of `seconds`. */
  const receive = async (bytesPerSecond: number, seconds: number): Promise<void> => {
    for (let second = 0; second < seconds; second += 1) {
      progress.add(bytesPerSecond);
      await clock.advance(1_000);
    }
  };
  return { state, onStall, progress, receive };
}

test("a body with 200 bytes per second is stalled after two seconds, which is reported once", async () => {
  const { onStall, receive } = stage();
  await receive(200, 1);
  expect(onStall).not.toHaveBeenCalled();
  await receive(200, 5);
  expect(onStall).toHaveBeenCalledTimes(1);
});

test("a slow second between two fast ones is no stall, as when this process has no CPU time", async () => {
  const { onStall, receive } = stage();
  for (let round = 0; round < 5; round += 1) {
    await receive(0, 1);
    await receive(2_000, 1);
  }
  expect(onStall).not.toHaveBeenCalled();
});

test("a body that waits for its turn is not stalled, and neither is one that has ended", async () => {
  const { state, onStall, progress, receive } = stage();
  state.isPaused = true;
  await receive(0, 10);
  state.isPaused = false;
  progress.end();
  await receive(0, 10);
  expect(onStall).not.toHaveBeenCalled();
});
