import { render } from "@testing-library/react";
import { expect, test } from "vitest";
import { DifferenceDot } from "./difference-dot";
import { createPercentScale } from "./scale";

const scale = createPercentScale([-10, 10], 3);

test.each([
  ["filled where the interval leaves out 0", { lower: 2, upper: 6 }, "var(--ink)", 2],
  ["hollow where it holds 0", { lower: -2, upper: 6 }, "var(--paper)", 2],
  ["pale and without whiskers where there is none", null, "var(--ink-3)", 0],
])("draws a dot that is %s", (_, interval, fill, whiskers) => {
  const numbers = { a: 10, b: 6, difference: 4, interval };
  const { container } = render(<DifferenceDot numbers={numbers} scale={scale} />);
  expect(container.querySelector("circle")?.getAttribute("fill")).toBe(fill);
  expect(container.querySelectorAll('line[y1="10.5"]')).toHaveLength(whiskers);
});
