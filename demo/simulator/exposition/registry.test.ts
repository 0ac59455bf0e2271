/** The text format: everything that an exposition prints can be parsed back. */
import { expect, test } from "vitest";
import fc from "fast-check";
import { parseExposition, valueOf } from "@/tests/support/histories/exposition-text";
import { Registry } from "./registry";

/**
 * All of Unicode, with more characters that need escaping. fast-check's "binary" unit builds large tables, which
 * takes a second.
 */
const anyCharacter = fc.oneof(
  fc.constantFrom("\\", '"', "\n", "n", "{", ",", "="),
  fc.integer({ min: 0, max: 0x10_ff_ff }).map((point) => {
    const isHalf = point >= 0xd8_00 && point <= 0xdf_ff;
    return String.fromCodePoint(isHalf ? 0xff_fd : point);
  }),
);

test("any label value survives the round trip", () => {
  fc.assert(
    fc.property(fc.string({ unit: anyCharacter }), (value) => {
      const registry = new Registry({});
      registry.gauge("g", "A gauge", []).set(1, { label: value });
      expect(valueOf(parseExposition(registry.print()), "g", { label: value })).toBe(1);
    }),
  );
});

test("a value equal to an edge is in that bucket; sum and count cover all values", () => {
  const registry = new Registry({ base: "b" });
  const histogram = registry.histogram("h", "A histogram", [1, 2.5]);
  for (const value of [1, 2, 7]) histogram.observe(value);
  expect(registry.print()).toBe(
    [
      "# HELP h A histogram",
      "# TYPE h histogram",
      'h_bucket{base="b",le="1.0"} 1.0',
      'h_bucket{base="b",le="2.5"} 2.0',
      'h_bucket{base="b",le="+Inf"} 3.0',
      'h_count{base="b"} 3.0',
      'h_sum{base="b"} 10.0',
      "",
    ].join("\n"),
  );
});

test("two base label sets expose every series twice and each family once", () => {
  const registry = new Registry([{ rank: "0" }, { rank: "1" }]);
  registry.counter("c_total", "Counted").add(2);
  const families = parseExposition(registry.print());
  expect(valueOf(families, "c_total", { rank: "0" })).toBe(2);
  expect(valueOf(families, "c_total", { rank: "1" })).toBe(2);
  expect(families.size).toBe(1);
});

test("Go, Rust and C++ write integers without a point, and no family before its first series", () => {
  const registry = new Registry({}, { numberFormat: "plain" });
  registry.counter("absent_total", "Never counted", []);
  registry.counter("c_total", "Counted").add(3);
  registry.histogram("h", "A histogram", [1]).observe(0.5);
  expect(registry.print()).not.toContain("absent");
  expect(registry.print()).toContain("c_total 3\n");
  expect(registry.print()).toContain('h_bucket{le="1"} 1\n');
});

test("a summary's quantiles cover its latest observations and are NaN without any", () => {
  const registry = new Registry({});
  const summary = registry.summary("s", "A summary", [0.5, 1]);
  expect(registry.print()).toContain('s{quantile="0.5"} NaN\n');
  for (let value = 1; value <= 1_000; value += 1) summary.observe(value);
  const families = parseExposition(registry.print());
  expect(valueOf(families, "s", { quantile: "0.5" })).toBe(750);
  expect(valueOf(families, "s", { quantile: "1" })).toBe(1_000);
  expect(valueOf(families, "s_count")).toBe(1_000);
});

test("after a reset all series exist with value 0", () => {
  const registry = new Registry(
    {},
    { alsoExposesCountersAsGauges: true, renameMetric: (name) => `ray_${name}` },
  );
  const counter = registry.counter("c_total", "Counted", []);
  counter.add(2, { path: "a" });
  registry.reset();
  const families = parseExposition(registry.print());
  expect(valueOf(families, "ray_c_total", { path: "a" })).toBe(0);
  expect(families.get("ray_c")?.type).toBe("gauge");
});

test.each([
  ["# HELP a A\n# TYPE a counter\na 1\na 1\n", "duplicate series"],
  ["# HELP a A\n# TYPE a counter\na -1\n", "negative"],
  ["# TYPE a counter\na 1\n", "TYPE without its HELP"],
  ["a 1\n", "outside its family"],
  ['# HELP h H\n# TYPE h histogram\nh_bucket{le="+Inf"} 2\nh_count 1\nh_sum 1\n', "not the count"],
  [
    '# HELP h H\n# TYPE h histogram\nh_bucket{le="1"} 2\nh_bucket{le="+Inf"} 1\nh_count 1\nh_sum 1\n',
    "not cumulative",
  ],
  [
    '# HELP h H\n# TYPE h histogram\nh_bucket{le="1"} 1\nh_bucket{le="+Inf"} 1\nh_count 1\nh_sum 2\n',
    "larger than",
  ],
  [
    '# HELP h H\n# TYPE h histogram\nh_bucket{le="1"} 0\nh_bucket{le="+Inf"} 1\nh_count 1\nh_sum 0.5\n',
    "smaller than",
  ],
])("the strict parser rejects %j", (text, reason) => {
  expect(() => parseExposition(text)).toThrow(reason);
});
