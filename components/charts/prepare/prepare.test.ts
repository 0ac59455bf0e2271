import fc from "fast-check";
import { expect, test } from "vitest";
import type { Answer, AnswerSeries } from "@/lib/model/answer";
import { createEmptyAnswer } from "@/tests/support/sample-data/empty-answer";
import { fitLabel, layOutLineLabels } from "./line-end-labels";
import { sparklinePath } from "./sparkline-path";
import { prepareTimeSeries } from "./time-series";

const absent = { kind: "absent", reason: "no-traffic", detail: "" } as const;

function series(statistic: AnswerSeries["statistic"], values: readonly (number | null)[]): AnswerSeries {
  const absence = values.flatMap((value, index) =>
    value === null ? [[index, index, "no-traffic"] as const] : [],
  );
  return { signal: "ttft", statistic, unit: "seconds", values, absence, headline: absent };
}

const answer = (allSeries: readonly AnswerSeries[]): Answer =>
  createEmptyAnswer({ stepMs: 1_000, pointCount: 5 }, { series: allSeries });

test("sorts lines by quantile, in the display unit, and leaves gaps", () => {
  const prepared = prepareTimeSeries(
    answer([series("p50", [0.1, null, null, 0.2, 0.1]), series("p99", [2, null, 1, 2, 2])]),
    {
      displayUnit: "ms",
      headlineStatistic: "p99",
      mayBeLogarithmic: true,
    },
  );
  expect(prepared.rows.map((row) => [row.label, row.width])).toEqual([
    ["p99", 2],
    ["p50", 1.25],
  ]);
  expect(prepared.rows[0]?.values).toEqual([2000, null, 1000, 2000, 2000]);
  expect(prepared.isLogarithmic).toBe(true);
  expect(prepared.gaps).toEqual([{ fromIndex: 1, toIndex: 1, reason: "no-traffic" }]);
});

test("uses a linear scale when there is a zero", () => {
  const prepared = prepareTimeSeries(answer([series("p50", [0, 1, 100, 1, 1])]), {
    displayUnit: "s",
    mayBeLogarithmic: true,
  });
  expect(prepared.isLogarithmic).toBe(false);
});

test("keeps the order and distance of labels inside the plot", () => {
  const ends = fc.array(fc.option(fc.double({ min: -50, max: 250, noNaN: true })), {
    minLength: 1,
    maxLength: 8,
  });
  fc.assert(
    fc.property(ends, (wanted) => {
      const labels = layOutLineLabels(wanted, { top: 0, bottom: 200, minGap: 14 });
      expect(labels).toHaveLength(wanted.filter((end) => end !== null).length);
      for (const [index, label] of labels.entries()) {
        expect(label.labelY).toBeLessThanOrEqual(200);
        expect(label.labelY).toBeGreaterThanOrEqual(-1e-9);
        const above = labels[index - 1];
        expect(above === undefined || label.labelY - above.labelY >= 14 - 1e-9).toBe(true);
      }
    }),
  );
});

test("interrupts a sparkline at missing values and ends with a dot only at a value", () => {
  const frame = { width: 88, height: 32 };
  expect(sparklinePath([1, null, 2], frame)?.path).toBe("M3 17M85 3");
  expect(sparklinePath([1, 2, null], frame)?.endPoint).toBeNull();
  expect(sparklinePath([null, null], frame)).toBeNull();
  expect(sparklinePath([1, 1], { ...frame, limit: 2 })?.limitY).not.toBeNull();
  expect(sparklinePath([1, 1], { ...frame, limit: 20 })?.limitY).toBeNull();
});

test("gives a value the same colour in every panel of the page", () => {
  const of = (value: string): AnswerSeries => ({ ...series("p95", [1]), group: { kind: "value", value } });
  const split = {
    label: "tenant",
    namedCount: 2,
    totalCount: 2,
    rule: "",
    sharedPageValues: ["c", "a", "b"],
  };
  const coloursOf = (...values: readonly string[]) =>
    prepareTimeSeries({ ...answer(values.map(of)), split }, { displayUnit: "s" }).rows.map(
      ({ label, colour }) => [label, colour],
    );
  expect(coloursOf("c", "b")).toEqual([
    ["c", "id-3"],
    ["b", "id-2"],
  ]);
  // Values that the page does not name take a free colour.
  expect(coloursOf("a0", "b", "a")).toEqual([
    ["a0", "id-3"],
    ["b", "id-2"],
    ["a", "id-1"],
  ]);
});

test("gives eight values different colours, however few of them the page names", () => {
  const names = fc.uniqueArray(fc.constantFrom("a", "b", "c", "d", "e", "f", "g", "h", "i", "j", "k", "l"), {
    maxLength: 8,
  });
  fc.assert(
    fc.property(names, names, (displayedNames, sharedPageValues) => {
      const allSeries = displayedNames.map((value): AnswerSeries => ({
        ...series("p95", [1]),
        group: { kind: "value", value },
      }));
      const split = {
        label: "tenant",
        namedCount: displayedNames.length,
        totalCount: 9,
        rule: "",
        sharedPageValues,
      };
      const { rows } = prepareTimeSeries({ ...answer(allSeries), split }, { displayUnit: "s" });
      expect(new Set(rows.map(({ colour }) => colour)).size).toBe(displayedNames.length);
    }),
  );
});

test("colours the named values of a split and mutes the rest", () => {
  const of = (value: string): AnswerSeries => ({ ...series("p95", [1]), group: { kind: "value", value } });
  const rest: AnswerSeries = {
    ...series("p95", [1]),
    group: { kind: "rest", count: 19_992, rule: "separate-query" },
  };
  const { rows } = prepareTimeSeries(answer([of("b"), of("a"), of(""), rest]), { displayUnit: "s" });
  expect(rows.map(({ label, colour }) => [label, colour])).toEqual([
    ["b", "id-3"],
    ["a", "id-2"],
    ["(none)", "id-1"],
    ["19,992 others", "ink-3"],
  ]);
  expect(new Set(rows.map(({ key }) => key)).size).toBe(4);
});

test("shortens a label that is too long: first its value, then its letters", () => {
  const widthOf = (text: string): number => text.length * 6;
  const label = { name: "all-reduce", value: "587" };
  expect(fitLabel(label, 84, widthOf)).toBe("all-reduce 587");
  expect(fitLabel(label, 74, widthOf)).toBe("all-reduce");
  expect(fitLabel(label, 48, widthOf)).toBe("all-red…");
  expect(fitLabel({ name: "", value: "12" }, 74, widthOf)).toBe("12");
});
