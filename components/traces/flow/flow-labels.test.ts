import { expect, test } from "vitest";
import { isCrossed, layoutLabels, type LabelRequest } from "./flow-labels";

/** A wide line from one corner to the opposite corner. */
const steep = (key: string, from: number): LabelRequest => {
  const points = Array.from({ length: 41 }, (_, step) => ({ x: 20 + from + step * 5, y: 20 + step * 4 }));
  return {
    key,
    text: "3.28 s",
    markerCount: 1,
    lineWidth: 12,
    anchors: [20, 25, 15, 30, 10].flatMap((at) => points[at] ?? []),
    points,
  };
};

test("places labels next to wide lines of any slope", () => {
  const wanted = [steep("a", 0), steep("b", 120)];
  for (const direction of ["right", "down"] as const) {
    const labels = layoutLabels(wanted, { direction, width: 500, height: 220, occupied: [] });
    for (const { key } of wanted) {
      const label = labels.get(key);
      expect(label?.text).toBe("3.28 s");
      expect(wanted.some((line) => label !== undefined && isCrossed(label, line))).toBe(false);
    }
  }
});

test("covers a line if there is no free position, and drops the text or the label near services", () => {
  const line = steep("a", 0);
  const picture = { direction: "right", width: 300, height: 220 } as const;
  const walls = line.points.map(({ x, y }) => ({ x: x + 40, y: y - 60, width: 300, height: 50 }));
  expect(
    layoutLabels([line, { ...line, key: "b", lineWidth: 150 }], { ...picture, occupied: [] }).get("a"),
  ).toBeDefined();
  expect(layoutLabels([line], { ...picture, occupied: walls }).get("a")?.text).toBe("3.28 s");
  const services = [{ x: 0, y: 0, width: 300, height: 220 }];
  expect(layoutLabels([line], { ...picture, occupied: services }).size).toBe(0);
});
