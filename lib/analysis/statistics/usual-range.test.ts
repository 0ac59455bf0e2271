import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { randomNormal, createSeededRandom } from "./seeded-random";
import { usualRanges, type HourlyValue, type UsualRangeRequest } from "./usual-range";

const hourMs = 3_600_000;
const dayMs = 24 * hourMs;
const weekMs = 7 * dayMs;
/** Time 0 of these tests is a Monday, 00:00. */
const hourOfWeek = (startMs: number): number => Math.floor((startMs % weekMs) / hourMs);

function hours(weeks: number, value: (startMs: number) => number): HourlyValue[] {
  return Array.from({ length: weeks * 168 }, (_, index) => ({
    startMs: index * hourMs,
    value: value(index * hourMs),
  }));
}

function ask(changes: Partial<UsualRangeRequest> & Pick<UsualRangeRequest, "history">) {
  const { ranges } = usualRanges({
    requestedHours: [{ startMs: 4 * weekMs + 10 * hourMs }],
    hourOfWeek,
    exclusions: [],
    ...changes,
  });
  return ranges[0]!;
}

const random = createSeededRandom(1);
/** Working days have 100 at 10:00 and 200 at 20:00, weekends 20. */
const weekly = hours(8, (startMs) => {
  const hour = hourOfWeek(startMs);
  const level = hour >= 120 ? 20 : 100 + 10 * (Math.abs((hour % 24) - 10) > 1 ? 10 : 0);
  return level + randomNormal(random);
});

describe("selection of hours", () => {
  test("a working hour uses hour ±1 of working days: 15 a week, without other hours or the weekend", () => {
    const range = ask({ history: weekly });
    expect(range).toMatchObject({ kind: "usual", n: 60 });
    if (range.kind !== "usual") return;
    expect(range.lower).toBeGreaterThan(90);
    expect(range.upper).toBeLessThan(110);
  });

  test("a weekend hour uses six a week: 24 after four weeks", () => {
    const saturday = { startMs: 4 * weekMs + 5 * dayMs + 10 * hourMs };
    expect(ask({ history: weekly, requestedHours: [saturday] })).toMatchObject({ kind: "usual", n: 24 });
  });

  test("hours wrap around: 23:00 uses midnights, including the one 23 h before", () => {
    const late = { startMs: 2 * weekMs + 23 * hourMs };
    expect(ask({ history: weekly, requestedHours: [late] }).n).toBe(31);
  });

  test("ignores the hours just before, future hours, and hours older than the look-back", () => {
    const wednesday = { startMs: 2 * dayMs + 10 * hourMs };
    expect(ask({ history: weekly, requestedHours: [wednesday] }).n).toBe(6);
    expect(ask({ history: weekly, lookbackMs: weekMs }).n).toBe(14);
  });

  test("excludes and counts hours in exclusion windows and hours without a value", () => {
    const incident = { startMs: 3 * weekMs, endMs: 4 * weekMs };
    const history = weekly.map((hour, index) => (index === 10 ? { ...hour, value: Number.NaN } : hour));
    const answer = usualRanges({
      history,
      requestedHours: [{ startMs: 4 * weekMs + 10 * hourMs }],
      hourOfWeek,
      exclusions: [incident],
    });
    expect(answer).toMatchObject({ excludedHours: 168, missingHours: 1 });
    expect(answer.ranges[0]?.n).toBe(44);
  });

  test("with a load, uses only hours within ±20 % of it", () => {
    const loaded = weekly.map((hour, index) => ({ ...hour, load: index % 2 === 0 ? 10 : 15 }));
    expect(
      ask({ history: loaded, requestedHours: [{ startMs: 4 * weekMs + 10 * hourMs, load: 11 }] }).n,
    ).toBe(20);
    expect(
      ask({ history: weekly, requestedHours: [{ startMs: 4 * weekMs + 10 * hourMs, load: 11 }] }).n,
    ).toBe(0);
  });

  test("counts the hours that are not used because of their load", () => {
    const loaded = weekly.map((hour) => ({ ...hour, load: 10 }));
    const range = ask({ history: loaded, requestedHours: [{ startMs: 4 * weekMs + 10 * hourMs, load: 20 }] });
    expect(range).toEqual({ kind: "learning", n: 0, required: 24, band: null, otherLoadCount: 60 });
  });
});

test("fewer than 24 hours are learning, with a band from four on", () => {
  const requestedHours = [{ startMs: weekMs + 10 * hourMs }, { startMs: dayMs + 10 * hourMs }];
  const { ranges } = usualRanges({ history: weekly, requestedHours, hourOfWeek, exclusions: [] });
  expect(ranges[0]).toMatchObject({ kind: "learning", n: 15, required: 24 });
  expect(ranges[0]?.kind === "learning" && ranges[0].band !== null).toBe(true);
  expect(ranges[1]).toEqual({ kind: "learning", n: 3, required: 24, band: null });
});

test("a constant signal has no spread to compare with", () => {
  expect(ask({ history: hours(4, () => 0) })).toEqual({
    kind: "no-spread",
    n: 60,
    lower: 0,
    centre: 0,
    upper: 0,
  });
});

/** Draws full weeks; the requested hour follows them. */
function falseAlarms(weeks: number, dayShare: number, shape: (z: number) => number): number {
  const draw = createSeededRandom(weeks);
  const startMs = weeks * weekMs + 5 * dayMs + 10 * hourMs;
  const rounds = 4000;
  let outside = 0;
  for (let round = 0; round < rounds; round += 1) {
    let day = 0;
    const value = (): number =>
      shape(Math.sqrt(dayShare) * day + Math.sqrt(1 - dayShare) * randomNormal(draw));
    const history: HourlyValue[] = [];
    for (let index = 0; index < weeks * 7; index += 1) {
      day = randomNormal(draw);
      for (const hour of [9, 10, 11])
        history.push({ startMs: index * dayMs + hour * hourMs, value: value() });
    }
    const [range] = usualRanges({
      history,
      requestedHours: [{ startMs }],
      hourOfWeek,
      exclusions: [],
    }).ranges;
    if (range?.kind !== "usual") throw new Error("24 values were drawn");
    day = randomNormal(draw);
    const next = value();
    if (next < range.lower || next > range.upper) outside += 1;
  }
  return outside / rounds;
}

describe("false alarms over full weeks at 24 pooled weekend hours, nominal 0.27 %", () => {
  test.each([
    ["normal", (z: number) => 100 + 10 * z],
    ["log-normal", (z: number) => 0.4 * Math.exp(0.5 * z)],
  ])("independent %s hours", (_, shape) => {
    expect(falseAlarms(4, 0, shape)).toBeLessThan(0.006);
  });

  test.each([
    [0.5, 0.006],
    [0.8, 0.012],
  ])("hours that share %f of their variance with their day", (share, maxRate) => {
    expect(falseAlarms(4, share, (z) => 100 + 10 * z)).toBeLessThan(maxRate);
  });
});

test("accepts hours in any order and returns a range for each requested hour", () => {
  fc.assert(
    fc.property(fc.shuffledSubarray(weekly, { minLength: 100, maxLength: 400 }), (history) => {
      const sorted = history.toSorted((a, b) => a.startMs - b.startMs);
      const requestedHours = [{ startMs: 8 * weekMs }, { startMs: 8 * weekMs + 5 * dayMs }];
      const request = { requestedHours: requestedHours, hourOfWeek, exclusions: [], history };
      expect(usualRanges(request)).toEqual(usualRanges({ ...request, history: sorted }));
      expect(usualRanges(request).ranges).toHaveLength(2);
    }),
  );
});
