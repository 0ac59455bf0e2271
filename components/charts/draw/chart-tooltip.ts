/** Builds the tooltip as DOM nodes outside React: interval and n, then each line with its value and bucket. */
import type { PreparedSeries } from "@/components/charts/prepare/time-series";
import { glyphPaths, type Marker } from "@/components/charts/prepare/markers";
import { createTooltipText } from "@/components/charts/prepare/tooltip";
import { formatDateTime } from "@/lib/format/time";

/** Data and point for which a tooltip is built. */
export interface TooltipInput {
  readonly data: PreparedSeries;
  readonly pointIndex: number;
  readonly timeZone: string;
  /** Events near the point. */
  readonly markers: readonly Marker[];
}

const maxMarkers = 6;

function createElement(tag: string, className: string, text = ""): HTMLElement {
  const created = document.createElement(tag);
  created.className = className;
  created.textContent = text;
  return created;
}

/** Builds the elements of the tooltip for the point at `pointIndex`. */
export function buildTooltipNodes({ data, pointIndex, timeZone, markers }: TooltipInput): readonly Node[] {
  const { interval, n, rows, absenceText, notes } = createTooltipText(data, pointIndex, timeZone);
  const head = createElement("div", "flex justify-between gap-6 font-semibold");
  head.append(
    createElement("span", "tnum", interval),
    createElement("span", "tnum font-normal text-ink-3", n ?? ""),
  );
  const list = createElement("div", "mt-1 grid grid-cols-[auto_auto_auto_1fr] items-baseline gap-x-2");
  for (const row of rows) {
    const key = createElement("span", "h-0.5 w-2.5 self-center");
    key.style.background = `var(--${row.colour})`;
    list.append(
      key,
      createElement("span", row.isHeadline ? "font-semibold" : "", row.label),
      createElement("span", "tnum text-right font-medium", row.value),
      createElement("span", "tnum text-ink-3", row.bucket ?? ""),
    );
  }
  return [
    head,
    list,
    ...notes.map((note) => createElement("div", "tnum mt-0.5 text-ink-2", note)),
    ...(absenceText === null ? [] : [createElement("div", "mt-1 text-ink-2", absenceText)]),
    ...(markers.length === 0 ? [] : [markerList(markers, timeZone)]),
    ...(data.clickText === undefined
      ? []
      : [createElement("div", "mt-1 text-ink-3 pointer-coarse:hidden", data.clickText)]),
  ];
}

function markerList(markers: readonly Marker[], timeZone: string): HTMLElement {
  const list = createElement("ul", "mt-1.5 max-w-72 border-t border-rule pt-1");
  for (const marker of markers.slice(0, maxMarkers)) {
    const row = createElement("li", "flex items-baseline gap-1.5");
    const content = createElement("span", "min-w-0 break-words");
    content.append(
      createElement("span", "font-medium", marker.kindLabel),
      ` ${marker.description} `,
      createElement("span", "tnum text-ink-3", formatDateTime(marker.startMs, timeZone)),
    );
    row.append(createGlyph(marker), content);
    list.append(row);
  }
  if (markers.length > maxMarkers)
    list.append(createElement("li", "text-ink-2", `and ${markers.length - maxMarkers} more`));
  return list;
}

function createGlyph(marker: Marker): SVGElement {
  const svg = document.createElementNS("http://www.w3.org/2000/svg", "svg");
  svg.setAttribute("viewBox", "0 0 10 10");
  svg.setAttribute("class", "size-2.5 shrink-0 fill-current text-ink-2");
  svg.setAttribute("aria-hidden", "true");
  const path = document.createElementNS("http://www.w3.org/2000/svg", "path");
  path.setAttribute("d", glyphPaths[marker.glyph]);
  svg.append(path);
  return svg;
}
