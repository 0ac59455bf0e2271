/** External clients receive data in order and at most a few milliseconds after the engine generated them. */
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { ScheduledResponseWriter } from "./scheduled-response-writer";
import { startSimulationPace } from "./simulation-pace";

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

test("the simulation catches up often only while a client waits", () => {
  let advances = 0;
  const pace = startSimulationPace(() => {
    advances += 1;
  });
  const in120Ms = (): number => {
    advances = 0;
    vi.advanceTimersByTime(120);
    return advances;
  };
  expect(in120Ms()).toBe(3);
  pace.speedUp();
  pace.speedUp();
  expect(in120Ms()).toBe(40);
  pace.slowDown();
  expect(in120Ms()).toBe(40);
  pace.slowDown();
  expect(in120Ms()).toBe(3);
  pace.stop();
  pace.speedUp();
  expect(in120Ms()).toBe(0);
});

test("parts are sent at their times and in order", () => {
  const startMs = Date.now();
  const sent: [string, number][] = [];
  const writer = new ScheduledResponseWriter(() => {});
  const add = (name: string, atMs: number): void =>
    writer.add(startMs + atMs, () => sent.push([name, Date.now() - startMs]));
  add("late already", -30);
  add("at 10", 10);
  add("overtakes", 5);
  add("at 25", 25);
  vi.advanceTimersByTime(60);
  expect(sent.map(([name]) => name)).toEqual(["late already", "at 10", "overtakes", "at 25"]);
  expect(sent.map(([, atMs]) => atMs)).toEqual([0, 10, 10, 25]);
});

test("a part that cannot be sent ends only its response", () => {
  const failures: unknown[] = [];
  const sent: string[] = [];
  const writer = new ScheduledResponseWriter((error) => failures.push(error));
  const broken = new Error("gone");
  writer.add(Date.now() + 1, () => {
    throw broken;
  });
  writer.add(Date.now() + 2, () => sent.push("after"));
  vi.advanceTimersByTime(10);
  expect([failures, sent]).toEqual([[broken], []]);
});
