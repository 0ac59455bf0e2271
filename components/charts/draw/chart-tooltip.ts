/** The tooltip as DOM, filled outside React: interval and n, then each line with its value and the bucket that bounds it. */
import type { PreparedSeries } from "@/components/charts/prepare/time-series";
import { tooltipRows } from "@/components/charts/prepare/tooltip";

function element(tag: string, className: string, text = ""): HTMLElement {
  const made = document.createElement(tag);
  made.className = className;
  made.textContent = text;
  return made;
}

/** Replaces what the tooltip says by the point at `index`. */
export function fillTooltip(
  container: HTMLElement,
  data: PreparedSeries,
  index: number,
  timeZone: string,
): void {
  const { interval, n, rows, missing } = tooltipRows(data, index, timeZone);
  const head = element("div", "flex justify-between gap-6 font-semibold");
  head.append(element("span", "tnum", interval), element("span", "tnum font-normal text-ink-3", n ?? ""));
  const list = element("div", "mt-1 grid grid-cols-[auto_auto_auto_1fr] items-baseline gap-x-2");
  for (const row of rows) {
    const key = element("span", "h-0.5 w-2.5 self-center");
    key.style.background = `var(--${row.colour})`;
    list.append(
      key,
      element("span", row.isHeadline ? "font-semibold" : "", row.label),
      element("span", "tnum text-right font-medium", row.value),
      element("span", "tnum text-ink-3", row.bucket ?? ""),
    );
  }
  container.replaceChildren(head, list);
  if (missing !== null) container.append(element("div", "mt-1 text-ink-2", missing));
}
