/** Height around a chart's plot, and resizing with its container. */
import type uPlot from "uplot";

/** Height of the event markers above a plot plus the axis below it, in pixels. */
export const markerLaneAndAxisHeightPx = 40;

/** Resizes the chart each time that `element` changes its width. Returns a function that ends the resizing. */
export function resizeWithContainer(element: HTMLElement, plot: uPlot, height: number): () => void {
  const observer = new ResizeObserver(() => {
    // The observer also reports the initial size, and every setSize redraws the chart.
    if (element.clientWidth !== plot.width) plot.setSize({ width: element.clientWidth, height });
  });
  observer.observe(element);
  return () => observer.disconnect();
}
