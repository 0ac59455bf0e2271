/** The place of a chart on the page: how much stands around its plot, and following its width. */
import type uPlot from "uplot";

/** Height of the lane above a plot and the axis below it. */
export const laneAndAxisHeight = 40;

/** Keeps the chart as wide as its place until the returned function is called. */
export function resizeWithContainer(element: HTMLElement, plot: uPlot, height: number): () => void {
  const observer = new ResizeObserver(() => {
    // It tells the first size too, and each setting draws the whole chart again.
    if (element.clientWidth !== plot.width) plot.setSize({ width: element.clientWidth, height });
  });
  observer.observe(element);
  return () => observer.disconnect();
}
