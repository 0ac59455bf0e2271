import { render } from "@testing-library/react";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { FittedLineChart } from "./fitted-line-chart";

beforeEach(() => {
  // jsdom has no layout.
  vi.stubGlobal(
    "ResizeObserver",
    class {
      constructor(private readonly onResize: ResizeObserverCallback) {}
      observe(): void {
        const entry = { contentRect: new DOMRect(0, 0, 600, 300) } as ResizeObserverEntry;
        this.onResize([entry], this);
      }
      disconnect(): void {}
      unobserve(): void {}
    },
  );
});
afterEach(() => vi.unstubAllGlobals());

test("draws the points, the fitted line and its confidence band", () => {
  const { container } = render(
    <FittedLineChart
      summary="Step time by batch size"
      points={[
        { x: 10, y: 12 },
        { x: 20, y: 21 },
      ]}
      line={{ valueAt: (x) => x + 2, lowerBoundAt: (x) => x + 1, upperBoundAt: (x) => x + 3 }}
      referenceLines={[]}
      xTitle="batch"
      yTitle="ms"
      height={300}
    />,
  );
  expect(container.querySelectorAll(".recharts-scatter-symbol")).toHaveLength(2);
  expect(container.querySelector(".recharts-line-curve")?.getAttribute("d")).toMatch(/^M.*L/);
  expect(container.querySelector(".recharts-area-area")?.getAttribute("d")).toMatch(/^M.*L/);
});
