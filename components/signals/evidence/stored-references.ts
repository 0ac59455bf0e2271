/** Converts the stored limits, usual range, baseline, comparison and events of a chart to what the live page draws. */
import type { EvidenceData, QuestionOf } from "@/lib/contracts/investigations/evidence-kinds/evidence-kinds";
import { formatCoarseDuration } from "@/lib/format/time";
import type { Answer } from "@/lib/model/answer";
import type { Marker } from "@/components/charts/prepare/markers";
import type { UsualBand } from "@/components/charts/prepare/time-series";
import type { PanelStatusLabel } from "@/components/charts/frame/panel-frame";
import { describePanelBaseline, type PanelBaseline } from "@/components/signals/baseline/panel-baseline";
import type { ComparedAnswer } from "@/components/signals/comparison/use-comparison";
import { isUnusual } from "@/components/signals/panels/is-unusual";
import { findOverLimitLabel, unusualLabel } from "@/components/signals/panels/over-limit-label";
import { findPanelLimit } from "@/components/signals/panels/panel-limit";
import type { Panel } from "@/components/signals/panels/panels";
import { ttftCountWarning } from "@/components/signals/panels/ttft-count";
import { createUsualBand } from "@/components/signals/panels/usual-band";
import { formatComparedWindow } from "@/components/shared/comparison/compared-window";
import { toEventMarker } from "@/components/shared/events/event-marker";

type Stored = Extract<EvidenceData, { endpoint: "signals" }>["references"];

/** References that a stored chart draws in addition to its values. */
export interface StoredReferences {
  /** Panel with the limit of the deployment at the time of the copy. */
  readonly panel: Panel;
  readonly usual: UsualBand | undefined;
  readonly baseline: PanelBaseline | undefined;
  readonly comparedAnswer: Omit<ComparedAnswer, "findAnswer"> | null;
  readonly markers: readonly Marker[];
  readonly statusLabel: PanelStatusLabel | null;
  readonly warning: string | null;
  /** Why parts are missing, as sentences. */
  readonly missing: readonly string[];
}

interface StoredChart {
  readonly panel: Panel;
  readonly question: Pick<QuestionOf<"signals">, "references">;
  readonly answer: Answer;
  readonly stored: Stored;
  readonly timeZone: string;
}

/** Returns what the chart draws in addition to its values. A copy of an earlier release has only its values. */
export function readStoredReferences({
  panel: values,
  question,
  answer,
  stored,
  timeZone,
}: StoredChart): StoredReferences {
  const { limits, usual, baseline, comparison, events = [], related = [], missing = [] } = stored ?? {};
  const panel = limits ? { ...values, ...findPanelLimit(values, limits) } : values;
  const isOutside = usual ? isUnusual(panel, usual, answer) : false;
  const compared = question.references?.comparison ?? null;
  const answers = new Map<string, Answer>([[panel.id, answer], ...related.map(byPanel)]);
  return {
    panel,
    usual: usual ? createUsualBand(panel, usual, timesOf(answer)) : undefined,
    baseline: baseline
      ? describePanelBaseline(panel, {
          label: `baseline ${baseline.name}, ${formatCoarseDuration(baseline.ageMs)} old`,
          measured: baseline.measured,
        })
      : undefined,
    comparedAnswer:
      compared === null || !comparison
        ? null
        : {
            window: compared.window,
            shiftMs: compared.shiftMs,
            label: formatComparedWindow(compared.window, compared.name, timeZone),
            answer: comparison,
          },
    markers: events.map(toEventMarker),
    statusLabel: findOverLimitLabel(panel, answer) ?? (isOutside ? unusualLabel : null),
    warning: panel.id === "ttft" ? ttftCountWarning((id) => answers.get(id) ?? null) : null,
    missing,
  };
}

function byPanel({ panel, answer }: NonNullable<Stored>["related"][number]): [string, Answer] {
  return [panel, answer];
}

function timesOf({ startMs, stepMs, pointCount }: Answer): readonly number[] {
  return Array.from({ length: pointCount }, (_, index) => (startMs + index * stepMs) / 1_000);
}
