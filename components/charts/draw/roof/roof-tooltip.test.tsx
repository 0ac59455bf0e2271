import { render, screen } from "@testing-library/react";
import { afterAll, expect, test, vi } from "vitest";
import { fitView, toX, toY } from "@/components/charts/prepare/roof/roof-view";
import { createPlotPoint } from "@/tests/support/sample-data/plot-point";
import { plotMargins } from "./roof-frame";
import { RooflineTooltip } from "./roof-tooltip";

const decode = createPlotPoint("decode", 20, 20, {
  name: "decode while busy",
  tooltipSentences: ["Decode while busy."],
});
const cardHeight = 180;
const height = vi.spyOn(HTMLElement.prototype, "offsetHeight", "get");
const frame = vi.spyOn(Element.prototype, "getBoundingClientRect");

/** Renders the plot at `top` of a 768 px high window, with a tooltip of 180 px. */
function renderPlot(size: { readonly width: number; readonly height: number }, top: number) {
  height.mockReturnValue(cardHeight);
  frame.mockReturnValue(new DOMRect(0, top, 0, 0));
  const view = fitView({ min: 10, max: 3_000 }, { min: 10, max: 3_000 }, size);
  render(
    <div>
      <RooflineTooltip
        cursor={{ kind: "point", pointKey: "decode" }}
        textLines={decode.tooltipSentences}
        view={view}
        size={size}
        points={[decode]}
        trails={[]}
      />
    </div>,
  );
  const card = screen.getByText("Decode while busy.").closest<HTMLElement>("[aria-live]")!;
  const [left, cardTop, width] = [card.style.left, card.style.top, card.style.width].map(Number.parseFloat);
  const point = { x: toX(view, 20) + plotMargins.left, y: toY(view, size, 20) + plotMargins.top };
  return { left: left!, top: cardTop!, width: width!, point };
}

afterAll(() => {
  height.mockRestore();
  frame.mockRestore();
});

test("the tooltip of a point at the bottom of the window is above the point", () => {
  const { top, point } = renderPlot({ width: 694, height: 552 }, 300);
  expect(300 + top + cardHeight).toBeLessThanOrEqual(768);
  expect(top + cardHeight).toBeLessThan(point.y);
});

test("on a phone the tooltip is as wide as the plot and does not cover the point", () => {
  const size = { width: 308, height: 300 };
  const { left, top, width, point } = renderPlot(size, 100);
  expect([left, width]).toEqual([0, size.width + plotMargins.left + plotMargins.right]);
  expect(top >= point.y || top + cardHeight <= point.y).toBe(true);
});
