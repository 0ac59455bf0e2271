import { expect, test } from "vitest";
import type { UsualHours } from "@/lib/contracts/ranges/usual-ranges";
import { hasUsualRange, createUsualBand } from "./usual-band";
import { panels, type Panel } from "./panels";

const panelOf = (id: string): Panel => panels.find((panel) => panel.id === id)!;
const hourMs = 3_600_000;
const startMs = Date.UTC(2026, 10, 19, 14);
const known = (hours: UsualHours, excludedHourCount = 0) => ({ hours, excludedHourCount });
const secondsAt = (...minutes: readonly number[]): number[] =>
  minutes.map((minute) => (startMs + minute * 60_000) / 1_000);

const hours: UsualHours = [
  { startMs, range: { kind: "usual", n: 30, scale: "linear", lower: -0.01, centre: 0.02, upper: 0.05 } },
  {
    startMs: startMs + hourMs,
    range: { kind: "usual", n: 30, scale: "linear", lower: 0.021, centre: 0.03, upper: 0.034 },
  },
];

test("gives each point the range of the hour it ends in, in the panel's unit and never below 0", () => {
  const band = createUsualBand(panelOf("tpot"), known(hours), secondsAt(0, 1, 60, 61, 121))!;
  expect(band.lower).toEqual([null, 0, 0, 21, null]);
  expect(band.upper).toEqual([null, 50, 50, 34, null]);
  expect(band.text).toBe("usual range 21.0–34.0\u202fms");
});

test("shows the learning progress, and a single number when there is no spread", () => {
  const learning: UsualHours = [{ startMs, range: { kind: "learning", n: 3, required: 24, band: null } }];
  const band = createUsualBand(panelOf("ttft"), known(learning), secondsAt(30))!;
  expect([band.lower, band.upper, band.text]).toEqual([
    [null],
    [null],
    "usual range: learning, 3 of 24 hours",
  ]);
  expect(band.learning).toEqual(["usual range: learning, 3 of 24 hours"]);
  const loaded: UsualHours = [
    { startMs, range: { kind: "learning", n: 3, required: 24, band: null, otherLoadCount: 27 } },
  ];
  expect(createUsualBand(panelOf("ttft"), known(loaded), secondsAt(30))!.text).toBe(
    "usual range: learning, 3 of 24 hours at this load",
  );
  const soFar = { lower: 0.2, centre: 0.3, upper: 0.4 };
  const later: UsualHours = [{ startMs, range: { kind: "learning", n: 11, required: 24, band: soFar } }];
  expect(createUsualBand(panelOf("ttft"), known(later), secondsAt(30))).toMatchObject({
    lower: [0.2],
    upper: [0.4],
    learning: ["usual range: learning, 11 of 24 hours"],
  });
  const flat: UsualHours = [
    { startMs, range: { kind: "no-spread", n: 30, lower: 0.5, centre: 0.5, upper: 0.5 } },
  ];
  expect(createUsualBand(panelOf("kv"), known(flat), secondsAt(30))!.text).toBe("usual range 50.0\u202f%");
});

test("mentions excluded hours only while the range is being learned", () => {
  const learning: UsualHours = [{ startMs, range: { kind: "learning", n: 1, required: 24, band: null } }];
  expect(createUsualBand(panelOf("ttft"), known(learning, 1_312), secondsAt(30))!.text).toBe(
    "usual range: learning, 1 of 24 hours; 1,312\u202fh excluded (marked windows and deploys)",
  );
  expect(createUsualBand(panelOf("tpot"), known(hours, 12), secondsAt(121))!.text).toBe(
    "usual range 21.0–34.0\u202fms",
  );
});

test("names the signal that the range describes when there are several", () => {
  expect(createUsualBand(panelOf("queue"), known(hours.slice(1)), secondsAt(61))!.text).toMatch(
    /^usual range of running /,
  );
  expect(createUsualBand(panelOf("queue"), known([]), secondsAt(61))).toBeUndefined();
});

test("offers a usual range for percentiles and gauges, but not for rates, bars and shares", () => {
  const without = panels.filter((panel) => !hasUsualRange(panel));
  expect(without.map(({ id }) => id)).toEqual(
    expect.arrayContaining(["requests", "errors", "phases", "preemptions"]),
  );
  expect(without.some(({ statistics }) => statistics.includes("p95"))).toBe(false);
});
