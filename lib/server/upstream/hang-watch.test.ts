import { expect, test, vi } from "vitest";
import type { AppError } from "@/lib/model/app-error";
import { createFakeClock } from "./fixtures";
import { createHangWatch } from "./hang-watch";

/** A source whose probes hang while `isHanging` is true. They never end, as on a real network. */
function stage() {
  const clock = createFakeClock();
  const source = { isHanging: false };
  const probe = vi.fn((): Promise<AppError | undefined> =>
    source.isHanging ? new Promise(() => undefined) : Promise.resolve(undefined),
  );
  return { clock, source, probe, watch: createHangWatch(clock, probe) };
}

test("ends the reads that hang when the source responds again, and no later ones", async () => {
  const { clock, source, watch } = stage();
  source.isHanging = true;
  const hanging = watch.start();
  await clock.advance(4_000);
  source.isHanging = false;
  await clock.advance(500);
  expect(hanging.signal.reason).toMatchObject({ code: "source-slow" });
  const later = watch.start();
  await clock.advance(10_000);
  expect(later.signal.aborted).toBe(false);
});

test("never ends a slow query of a source that responds to probes", async () => {
  const { clock, probe, watch } = stage();
  const slow = watch.start();
  await clock.advance(9_000);
  expect(probe).toHaveBeenCalledTimes(6);
  expect(slow.signal.aborted).toBe(false);
});

test("sends no probe for fast reads, and none after the last read", async () => {
  const { clock, probe, watch } = stage();
  for (let read = 0; read < 20; read += 1) {
    const { end } = watch.start();
    await clock.advance(500);
    end();
  }
  await clock.advance(10_000);
  expect(probe).not.toHaveBeenCalled();
});

test("reports a hang 1.5 s after a read that gets no response, until the source responds, also without reads", async () => {
  const { clock, source, watch } = stage();
  watch.start().end();
  // The timer of the first read must not delay the probe for the second.
  await clock.advance(1_400);
  source.isHanging = true;
  const hanging = watch.start();
  await clock.advance(2_999);
  expect(watch.getHang()).toBeNull();
  await clock.advance(1);
  expect(watch.getHang()).toEqual({ sinceMs: clock.nowMs() - 1_500, durationMs: 1_500 });
  hanging.end();
  await clock.advance(10_000);
  expect(watch.getHang()?.durationMs).toBe(11_500);
  source.isHanging = false;
  await clock.advance(1_500);
  expect(watch.getHang()).toBeNull();
});
