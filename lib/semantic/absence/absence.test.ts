import { expect, test } from "vitest";
import { findAbsenceRanges } from "./absence";

/** Parses a row of numbers with "·" for a gap. */
function row(text: string): Float64Array {
  return Float64Array.from(text.trim().split(/\s+/), (cell) => (cell === "·" ? Number.NaN : Number(cell)));
}

function reasons(rows: {
  readonly up: string;
  readonly value: string;
  readonly basis?: string;
  readonly activity?: string;
  readonly arrivals?: string;
  readonly beforeRequests?: string;
  readonly isOfEngine?: boolean;
  /** `up` of the targets of one value of a split. */
  readonly upOfPart?: string;
}): string {
  const none = rows.value.replaceAll(/\S+/g, "·");
  const ranges = findAbsenceRanges(
    {
      values: row(rows.value),
      denominators: rows.basis === undefined ? null : row(rows.basis),
      isEngineSeries: rows.isOfEngine ?? true,
    },
    {
      up: row(rows.up),
      requestsInFlight: row(rows.activity ?? none),
      activityPerSecond: row(rows.arrivals ?? none),
      ...(rows.upOfPart === undefined
        ? {}
        : { splitValue: { label: "instance", value: "b:8000", up: row(rows.upOfPart) } }),
      ...(rows.beforeRequests === undefined ? {} : { presentBeforeRequests: row(rows.beforeRequests) }),
    },
  );
  return ranges.map(([from, to, reason]) => `${from}-${to} ${reason}`).join(", ");
}

test("distinguishes a target that is down or removed from one that was not scraped yet", () => {
  expect(reasons({ up: "· · 1 1 0 · 1", value: "· · 1 2 · · 3" })).toBe("0-1 no-data, 4-5 target-down");
});

test("distinguishes a part whose target is down or removed from a missing metric, while other targets respond", () => {
  const rows = { up: "1 1 1 1 1", activity: "9 9 9 9 9", arrivals: "5 5 5 5 5" };
  const value = "· 2 2 · ·";
  expect(reasons({ ...rows, value, upOfPart: "· 1 1 0 0" })).toBe("0-0 no-series, 3-4 target-down");
  expect(reasons({ ...rows, value, upOfPart: "· 1 1 0 ·" })).toBe(
    "0-0 no-series, 3-3 target-down, 4-4 no-series",
  );
  expect(reasons({ ...rows, value, upOfPart: "1 1 1 1 1" })).toBe("0-0 not-yet-known, 3-4 metric-absent");
  // A target that responds again has not lost the metric.
  expect(reasons({ ...rows, value: "2 2 · · ·", upOfPart: "1 1 0 0 1" })).toBe(
    "2-3 target-down, 4-4 not-yet-known",
  );
});

test("reports no traffic only without arrivals and requests in flight, otherwise too few samples", () => {
  expect(reasons({ up: "1 1", value: "· ·", basis: "0 0", activity: "0 0", arrivals: "0 0" })).toBe(
    "0-1 no-traffic",
  );
  expect(reasons({ up: "1 1", value: "· ·", basis: "0 0", activity: "0 3", arrivals: "0 0" })).toBe(
    "0-0 no-traffic, 1-1 too-few-samples",
  );
});

test("reports no traffic, and no missing metric, for an engine before its first request", () => {
  const idle = { up: "1 1 1", value: "· · 4", arrivals: "· · 2", beforeRequests: "8 8 8" };
  expect(reasons(idle)).toBe("0-1 no-traffic");
  expect(reasons({ ...idle, value: "· · ·", arrivals: "· · ·" })).toBe("0-2 no-traffic");
  // After a request the metric is absent. A request in flight counts as a request. Metrics of exporters do not depend
  // on requests.
  expect(reasons({ ...idle, value: "· · ·", arrivals: "0 1 2" })).toBe("0-2 metric-absent");
  expect(reasons({ ...idle, value: "· · ·", arrivals: "· · ·", activity: "0 1 0" })).toBe(
    "0-0 no-traffic, 1-1 metric-absent, 2-2 no-traffic",
  );
  expect(reasons({ ...idle, value: "· · ·", arrivals: "· · ·", isOfEngine: false })).toBe(
    "0-2 metric-absent",
  );
  // Without the metric that it exposes while idle, the engine is not known to exist.
  expect(reasons({ ...idle, value: "· · ·", arrivals: "· · ·", beforeRequests: "· · ·" })).toBe(
    "0-2 metric-absent",
  );
  expect(reasons({ ...idle, up: "1 0 1", value: "· · ·", arrivals: "· · ·" })).toBe(
    "0-0 no-traffic, 1-1 target-down, 2-2 no-traffic",
  );
});

test("reports a metric without any value as absent, and a gap as not yet known", () => {
  expect(reasons({ up: "1 1 1", value: "· · ·" })).toBe("0-2 metric-absent");
  expect(reasons({ up: "1 1 1", value: "1 · 1" })).toBe("1-1 not-yet-known");
});

test("reports a metric as absent once it disappears while its targets stay, but not after a restart", () => {
  expect(reasons({ up: "1 1 1 1", value: "1 2 · ·" })).toBe("2-3 metric-absent");
  expect(reasons({ up: "1 1 0 1", value: "1 2 · ·" })).toBe("2-2 target-down, 3-3 not-yet-known");
});

test("treats zero as a value, and assigns every missing number to exactly one range", () => {
  expect(reasons({ up: "1 1 1", value: "0 0 0" })).toBe("");
});

const absent = (up: string, scraped: string, also: object = {}): string =>
  findAbsenceRanges(
    { values: row(up.replaceAll(/\S+/g, "·")), denominators: null, isEngineSeries: true },
    {
      up: row(up),
      requestsInFlight: row(up.replaceAll(/\S+/g, "·")),
      activityPerSecond: row(up.replaceAll(/\S+/g, "·")),
      anyTargetScraped: row(scraped),
      hasScrapes: scraped.includes("1"),
      ...also,
    },
  )
    .map(([from, to, reason]) => `${from}-${to} ${reason}`)
    .join(", ");

test("reports not scraped for a gap without any scrape, and target down for a gap with scrapes of other targets", () => {
  expect(absent("1 · · · 1", "1 · · 1 1")).toBe("0-0 metric-absent, 1-3 not-scraped, 4-4 metric-absent");
  expect(absent("1 · · · 1", "1 1 1 1 1")).toBe("0-0 metric-absent, 1-3 target-down, 4-4 metric-absent");
});

test("never reports not yet known for a time before the deployment or after retention", () => {
  expect(absent("· · 1 1", "1 1 1 1")).toBe("0-1 no-data, 2-3 metric-absent");
  expect(absent("· · ·", "1 1 1", { isPast: true })).toBe("0-2 no-data");
  expect(absent("· · ·", "· · ·", { isPast: true, wasUpBefore: true })).toBe("0-2 no-data");
  // A value may still arrive.
  expect(absent("· · ·", "1 1 1")).toBe("0-2 not-yet-known");
});
