"use client";

import { useRouter } from "next/navigation";
import { useMemo, useState } from "react";
import type { EvidenceData, QuestionOf } from "@/lib/contracts/investigations/evidence-kinds/evidence-kinds";
import { linkTo } from "@/lib/client/url-state";
import { toSentence } from "@/lib/format/sentence";
import type { Answer } from "@/lib/model/answer";
import { ChartMarkersProvider } from "@/components/charts/frame/chart-markers";
import { PanelFrame } from "@/components/charts/frame/panel-frame";
import { useTimeZone } from "@/components/shared/use-time-zone";
import { canBeHeatmap } from "@/components/signals/heatmap/can-be-heatmap";
import { HeatmapButton } from "@/components/signals/heatmap/heatmap-button";
import { HeatmapPanel } from "@/components/signals/heatmap/heatmap-panel";
import { PanelLines } from "@/components/signals/panels/panel-lines";
import { renderPanelSummary } from "@/components/signals/panels/panel-summary";
import { panels, type Panel } from "@/components/signals/panels/panels";
import type { CreateTracesLink } from "@/components/signals/traces-link";
import { createSignalsHref } from "./signals-href";
import { readStoredReferences } from "./stored-references";

interface SignalsEvidenceProps {
  readonly id: string;
  readonly question: QuestionOf<"signals">;
  readonly data: EvidenceData;
}

/**
 * Shows a stored panel of the Signals page like the live one. A selected time range opens on the live page.
 */
export function SignalsEvidence({ id, question, data }: SignalsEvidenceProps) {
  if (data.endpoint !== "signals") return null;
  const panel = panels.find((one) => one.id === question.panel);
  if (panel === undefined)
    return <p className="text-xs text-ink-2">This version has no panel “{question.panel}”.</p>;
  return (
    <StoredPanel id={id} question={question} panel={panel} answer={data.answer} stored={data.references} />
  );
}

interface StoredPanelProps extends Pick<SignalsEvidenceProps, "id" | "question"> {
  readonly panel: Panel;
  readonly answer: Answer;
  readonly stored: Extract<EvidenceData, { endpoint: "signals" }>["references"];
}

const ignoreCursor = (): void => undefined;

function StoredPanel({ id, question, panel: listed, answer, stored }: StoredPanelProps) {
  const timeZone = useTimeZone();
  const { panel, usual, baseline, ...drawn } = useMemo(
    () => readStoredReferences({ panel: listed, question, answer, stored, timeZone }),
    [listed, question, answer, stored, timeZone],
  );
  const markers = useMemo(() => ({ markers: drawn.markers, onCursorTime: ignoreCursor }), [drawn.markers]);
  const router = useRouter();
  const [isHeatmap, setHeatmap] = useState(question.isHeatmap === true);
  // Without buckets, the panel offers no distribution.
  const hasBuckets = answer.distributions !== undefined && canBeHeatmap(panel);
  const openLive = (startMs: number, endMs: number): void =>
    router.push(createSignalsHref(question, { startMs, endMs }));
  const createTracesLink: CreateTracesLink = (order, { startMs, endMs } = question.window) =>
    linkTo("/traces", {
      d: question.scope.deployment,
      from: String(Math.round(startMs)),
      to: String(Math.round(endMs)),
      tab: order,
    });
  const { comparedAnswer: compared, missing } = drawn;
  const notes = [
    ...(compared === null ? [] : [toSentence(`The dashed line shows ${compared.label}`)]),
    ...missing,
  ];
  const shared = { panel, plotHeight: 160, syncKey: `evidence-${id}`, isStale: false, onZoom: openLive };
  return (
    <ChartMarkersProvider value={markers}>
      <PanelFrame
        title={panel.title}
        statusLabel={drawn.statusLabel}
        summary={renderPanelSummary(panel, answer, { usual, baseline: baseline?.summary })}
        warning={drawn.warning}
        tableNote={baseline?.note}
        state={{ kind: "answered", answer }}
        plotHeight={shared.plotHeight}
        actions={
          hasBuckets && (
            <HeatmapButton title={panel.title} isOn={isHeatmap} onToggle={() => setHeatmap(!isHeatmap)} />
          )
        }
        onRetry={() => undefined}
      >
        {(known) =>
          isHeatmap && hasBuckets ? (
            <HeatmapPanel {...shared} answer={known} onClose={() => setHeatmap(false)} />
          ) : (
            <PanelLines
              {...shared}
              answer={known}
              comparedAnswer={drawn.comparedAnswer}
              usualBand={usual}
              baselineLevel={baseline?.level ?? null}
              createTracesLink={createTracesLink}
              // A click must not leave the investigation.
              opensTracesOnClick={false}
              {...(hasBuckets ? { onHeatmap: () => setHeatmap(true) } : {})}
            />
          )
        }
      </PanelFrame>
      {notes.length > 0 && <p className="text-2xs text-ink-2">{notes.join(" ")}</p>}
    </ChartMarkersProvider>
  );
}
