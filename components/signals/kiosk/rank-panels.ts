/** Selects the panels of the Signals page for a wall display. */
import { findOverLimitLabel } from "@/components/signals/panels/over-limit-label";
import { isUnusual } from "@/components/signals/panels/is-unusual";
import type { ShownPanel } from "@/components/signals/panels/panel-question";
import type { KnownUsualRange } from "@/lib/contracts/ranges/usual-ranges";
import type { Answer } from "@/lib/model/answer";

/** Panels that a wall display shows, most important first. */
const importantIds: readonly string[] = [
  "ttft",
  "tpot",
  "requests",
  "queue",
  "errors",
  "kv",
  "aborts",
  "tokens",
  "e2e",
  "preemptions",
  "itl",
];

/** Returns the panels that a wall display may show. Training jobs have none of the important panels, so they show all. */
export function chooseKioskPanels(panels: readonly ShownPanel[]): readonly ShownPanel[] {
  const important = importantIds.flatMap((id) => panels.find((panel) => panel.id === id) ?? []);
  return important.length > 0 ? important : panels.slice(0, importantIds.length);
}

interface PanelEvidence {
  readonly getAnswer: (panel: ShownPanel) => Answer | null;
  /** Null while the usual range is unknown. */
  readonly getUsualRange: (panel: ShownPanel) => KnownUsualRange | null;
}

/** Sorts panels: values over their limit, then unusual values, then the other panels, each in the order of `panels`. */
export function rankPanels(
  panels: readonly ShownPanel[],
  { getAnswer, getUsualRange }: PanelEvidence,
): readonly ShownPanel[] {
  const rankOf = (panel: ShownPanel): number => {
    const answer = getAnswer(panel);
    if (answer === null) return 2;
    if (findOverLimitLabel(panel, answer) !== null) return 0;
    const range = getUsualRange(panel);
    return range !== null && isUnusual(panel, range, answer) ? 1 : 2;
  };
  return panels
    .map((panel) => ({ panel, rank: rankOf(panel) }))
    .toSorted((a, b) => a.rank - b.rank)
    .map(({ panel }) => panel);
}

/** Number of columns and rows of panels, and the height of their plots, in CSS pixels. */
export interface PanelGrid {
  readonly columns: number;
  readonly rows: number;
  readonly plotHeight: number;
}

const minWidth = 300;
const maxColumns = 3;
const gap = 24;
/** Title, summary, marker lane, axis, and one line of a warning. */
const aroundPlot = 24 + 32 + 40 + 20;
const minPlotHeight = 80;
const maxPlotHeight = 320;

/** Returns the grid of panels that fits an area without scrolling. At least one panel is shown. */
export function fitPanels(width: number, height: number): PanelGrid {
  const columns = Math.max(1, Math.min(maxColumns, Math.floor((width + gap) / (minWidth + gap))));
  const rows = Math.max(1, Math.floor((height + gap) / (aroundPlot + minPlotHeight + gap)));
  const rowHeight = (height + gap) / rows - gap;
  const plotHeight = Math.floor(Math.max(minPlotHeight, Math.min(maxPlotHeight, rowHeight - aroundPlot)));
  return { columns, rows, plotHeight };
}
