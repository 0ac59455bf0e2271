import { expect, test } from "vitest";
import { absenceRanges } from "./absence";

/** A row of numbers with "·" for a gap. */
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
}): string {
  const none = rows.value.replaceAll(/\S+/g, "·");
  const ranges = absenceRanges(
    {
      values: row(rows.value),
      basis: rows.basis === undefined ? null : row(rows.basis),
      isOfEngine: rows.isOfEngine ?? true,
    },
    {
      up: row(rows.up),
      activity: row(rows.activity ?? none),
      arrivals: row(rows.arrivals ?? none),
      ...(rows.beforeRequests === undefined ? {} : { beforeRequests: row(rows.beforeRequests) }),
    },
  );
  return ranges.map(([from, to, reason]) => `${from}-${to} ${reason}`).join(", ");
}

test("a target that is down, or has gone, is not the same as one not seen yet", () => {
  expect(reasons({ up: "· · 1 1 0 · 1", value: "· · 1 2 · · 3" })).toBe("0-1 no-data, 4-5 target-down");
});

test("no traffic needs no arrivals and nothing in flight; otherwise it is too few", () => {
  expect(reasons({ up: "1 1", value: "· ·", basis: "0 0", activity: "0 0", arrivals: "0 0" })).toBe(
    "0-1 no-traffic",
  );
  expect(reasons({ up: "1 1", value: "· ·", basis: "0 0", activity: "0 3", arrivals: "0 0" })).toBe(
    "0-0 no-traffic, 1-1 too-few-samples",
  );
});

test("an engine that nobody has asked yet has no traffic, and no metric of it is missing", () => {
  const idle = { up: "1 1 1", value: "· · 4", arrivals: "· · 2", unasked: "8 8 8" };
  expect(reasons(idle)).toBe("0-1 no-traffic");
  expect(reasons({ ...idle, value: "· · ·", arrivals: "· · ·" })).toBe("0-2 no-traffic");
  // Asked, it has no such metric; in flight is asked, too; and what stands beside the engine tells nothing of requests.
  expect(reasons({ ...idle, value: "· · ·", arrivals: "0 1 2" })).toBe("0-2 metric-absent");
  expect(reasons({ ...idle, value: "· · ·", arrivals: "· · ·", activity: "0 1 0" })).toBe(
    "0-0 no-traffic, 1-1 metric-absent, 2-2 no-traffic",
  );
  expect(reasons({ ...idle, value: "· · ·", arrivals: "· · ·", isOfEngine: false })).toBe(
    "0-2 metric-absent",
  );
  // Not even what it shows while it idles: it is not known to be there.
  expect(reasons({ ...idle, value: "· · ·", arrivals: "· · ·", beforeRequests: "· · ·" })).toBe(
    "0-2 metric-absent",
  );
  expect(reasons({ ...idle, up: "1 0 1", value: "· · ·", arrivals: "· · ·" })).toBe(
    "0-0 no-traffic, 1-1 target-down, 2-2 no-traffic",
  );
});

test("a metric that is nowhere in the window is absent; one with a hole is not known there", () => {
  expect(reasons({ up: "1 1 1", value: "· · ·" })).toBe("0-2 metric-absent");
  expect(reasons({ up: "1 1 1", value: "1 · 1" })).toBe("1-1 not-yet-known");
});

test("a metric that goes while its targets stay is absent from then on; one that a restart holds up is not", () => {
  expect(reasons({ up: "1 1 1 1", value: "1 2 · ·" })).toBe("2-3 metric-absent");
  expect(reasons({ up: "1 1 0 1", value: "1 2 · ·" })).toBe("2-2 target-down, 3-3 not-yet-known");
});

test("zero is a value, and no number is ever in two ranges", () => {
  expect(reasons({ up: "1 1 1", value: "0 0 0" })).toBe("");
});

const absent = (up: string, scraped: string, also: object = {}): string =>
  absenceRanges(
    { values: row(up.replaceAll(/\S+/g, "·")), basis: null, isOfEngine: true },
    {
      up: row(up),
      activity: row(up.replaceAll(/\S+/g, "·")),
      arrivals: row(up.replaceAll(/\S+/g, "·")),
      scraped: row(scraped),
      hasScrapes: scraped.includes("1"),
      ...also,
    },
  )
    .map(([from, to, reason]) => `${from}-${to} ${reason}`)
    .join(", ");

test("a gap in which nobody was scraped says nothing of the target; one in which others were does", () => {
  expect(absent("1 · · · 1", "1 · · 1 1")).toBe("0-0 metric-absent, 1-3 not-scraped, 4-4 metric-absent");
  expect(absent("1 · · · 1", "1 1 1 1 1")).toBe("0-0 metric-absent, 1-3 target-down, 4-4 metric-absent");
});

test("what was not there yet, or is no longer kept, is never called not yet known", () => {
  expect(absent("· · 1 1", "1 1 1 1")).toBe("0-1 no-data, 2-3 metric-absent");
  expect(absent("· · ·", "1 1 1", { isPast: true })).toBe("0-2 no-data");
  expect(absent("· · ·", "· · ·", { isPast: true, wasUpBefore: true })).toBe("0-2 no-data");
  // It may still come.
  expect(absent("· · ·", "1 1 1")).toBe("0-2 not-yet-known");
});
