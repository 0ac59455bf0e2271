/** The question that a panel sends to the signals endpoint. */
import type { AnswerExtra } from "@/lib/model/question";
import type { KeyedQuestion } from "@/lib/client/queries/signals";
import type { ViewState } from "@/lib/client/url-state";
import type { Panel } from "./panels";

/** A panel of the page. `splitLabel` is set if the panel is always split by that label. */
export interface ShownPanel extends Panel {
  readonly splitLabel?: string;
}

/** Creates the question of a panel for a view. Its key is the panel's id. */
export function toQuestion(panel: ShownPanel, deployment: string, view: ViewState): KeyedQuestion {
  const split = splitOf(panel, view);
  const extras = extrasOf(panel, view);
  return {
    key: panel.id,
    question: {
      v: 1,
      signals: [...panel.signals],
      statistics: [...statisticsOf(panel, view)],
      scope: {
        deployment,
        ...(view.m === null ? {} : { model: view.m }),
        ...(view.i === null ? {} : { instance: view.i }),
        ...(split === null ? {} : { split }),
      },
      window: { from: view.from, to: view.to },
      ...(extras.length === 0 ? {} : { extras }),
    },
  };
}

/** A split panel draws one line per value: its headline statistic, or its only statistic. */
function statisticsOf(panel: Panel, view: ViewState): Panel["statistics"] {
  return view.by === null || panel.headlineStatistic === undefined
    ? panel.statistics
    : [panel.headlineStatistic];
}

/** Returns the label that splits the panel: its fixed label, else the page's. Shares are never split. */
function splitOf(panel: ShownPanel, { by }: ViewState): string | null {
  if (panel.splitLabel !== undefined) return panel.splitLabel;
  return panel.drawAs === "shares" ? null : by;
}

function extrasOf(panel: ShownPanel, view: ViewState): AnswerExtra[] {
  if (panel.drawAs === "shares") return [];
  return [
    ...(view.cmp === null || splitOf(panel, view) !== null ? [] : ["window-summary" as const]),
    ...(view.heat.includes(panel.id) ? ["distribution" as const] : []),
  ];
}
