import fc from "fast-check";
import { expect, test } from "vitest";
import { createHistoryChunks, createHourGrid, hourMs, computeHourOfWeekUtc } from "./history-chunks";
import { toRequestedHour, listRequestedHours } from "./read-usual-ranges";

const nowMs = Date.UTC(2026, 10, 19, 15, 42);

test("covers every complete hour once, in order, and no incomplete hour", () => {
  const length = fc.integer({ min: hourMs, max: 70 * 24 * hourMs });
  fc.assert(
    fc.property(length, fc.integer({ min: 0, max: 400 * 24 * hourMs }), (lengthMs, backMs) => {
      const window = { startMs: nowMs - backMs - lengthMs, endMs: nowMs - backMs };
      const chunks = createHistoryChunks(window);
      for (const [index, { startMs, endMs }] of chunks.entries()) {
        expect(startMs).toBe(chunks[index - 1]?.endMs ?? startMs);
        expect([1, 24, 168]).toContainEqual(
          index === chunks.length - 1 && endMs - startMs < 24 * hourMs ? 1 : (endMs - startMs) / hourMs,
        );
        expect(startMs % hourMs).toBe(0);
      }
      expect(chunks[0]!.startMs).toBeLessThanOrEqual(window.startMs);
      expect(window.endMs - chunks.at(-1)!.endMs).toBeLessThan(hourMs);
      // At most nine weeks, six days, and the hours.
      expect(chunks.length).toBeLessThanOrEqual(Math.ceil(lengthMs / (168 * hourMs)) + 1 + 6 + 1);
    }),
  );
});

test("changes only the chunk with the hours of the current day after an hour", () => {
  const at = (endMs: number): string[] =>
    createHistoryChunks({ startMs: nowMs - 56 * 24 * hourMs, endMs }).map((chunk) => JSON.stringify(chunk));
  const later = at(nowMs + hourMs).filter((chunk) => !at(nowMs).includes(chunk));
  expect(later).toEqual([
    JSON.stringify({ startMs: Date.UTC(2026, 10, 19), endMs: Date.UTC(2026, 10, 19, 16) }),
  ]);
  expect(at(nowMs + 60_000)).toEqual(at(nowMs));
});

test("places a point at the end of its hour, and starts the week on Monday", () => {
  const day = Date.UTC(2026, 10, 16);
  expect(createHourGrid({ startMs: day, endMs: day + 24 * hourMs })).toEqual({
    startMs: day + hourMs,
    stepMs: hourMs,
    pointCount: 24,
  });
  expect(computeHourOfWeekUtc(day)).toBe(0);
  expect(computeHourOfWeekUtc(day - 1)).toBe(167);
  expect(computeHourOfWeekUtc(nowMs)).toBe(3 * 24 + 15);
});

test("requests every hour of the window, for a long window those of the last eight days", () => {
  expect(listRequestedHours({ startMs: nowMs - hourMs, endMs: nowMs })).toEqual([
    Date.UTC(2026, 10, 19, 14),
    Date.UTC(2026, 10, 19, 15),
  ]);
  const long = listRequestedHours({ startMs: nowMs - 30 * 24 * hourMs, endMs: nowMs });
  expect(long).toHaveLength(8 * 24 + 1);
  expect(long.at(-1)).toBe(Date.UTC(2026, 10, 19, 15));
});

test("requests an hour with its load, and an incomplete hour with the load of a recent one", () => {
  const history = [1, 2].map((hour) => ({ startMs: hour * hourMs, value: 0.2, load: 100 * hour }));
  expect(toRequestedHour(hourMs, history)).toEqual({ startMs: hourMs, load: 100 });
  expect(toRequestedHour(3 * hourMs, history)).toEqual({ startMs: 3 * hourMs, load: 200 });
  expect(toRequestedHour(9 * hourMs, history)).toEqual({ startMs: 9 * hourMs });
});
