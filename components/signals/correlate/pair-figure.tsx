"use client";

import { Download, Image as Picture, Table } from "lucide-react";
import dynamic from "next/dynamic";
import { useState, type ReactNode } from "react";
import type { Answer } from "@/lib/model/answer";
import { countWithNoun } from "@/lib/format/agreement";
import { saveCsv } from "@/components/charts/frame/save-file";
import { PanelAction } from "@/components/charts/frame/panel-action";
import { useImageExport } from "@/components/charts/frame/use-image-export";
import {
  toPairPoints,
  type AxisSignal,
  type CorrelatedPair,
  type GroupNumber,
} from "@/lib/sentences/signals/correlation/pair";
import type { TwoGroups } from "@/lib/analysis/statistics/series/groups/point-groups";
import { formatPairCsv } from "./pair-csv";
import { PairTable } from "./pair-table";

/** Loaded with the scatter chart, not with the page. */
const TimeScatter = dynamic(
  () => import("@/components/charts/draw/scatter/scatter-chart").then((module) => module.TimeScatter),
  { ssr: false },
);

const height = 420;

interface PairFigureProps {
  readonly pair: CorrelatedPair;
  /** Groups of the points. Null if the points form one group, or until the groups are known. */
  readonly groups: TwoGroups | null;
  /** Answer of one side: both sides have the same source and time. */
  readonly answer: Answer;
  /** Sentence that replaces the chart for screen readers. */
  readonly sentence: string;
  readonly isDimmed: boolean;
  /** Further actions next to the downloads. */
  readonly actions?: ReactNode;
}

/** Scatter chart or table of a pair, with its downloads. */
export function PairFigure({ pair, groups, answer, sentence, isDimmed, actions = null }: PairFigureProps) {
  const [isTable, setTable] = useState(false);
  const { container, savePng, exportError } = useImageExport();
  const title = `${pair.y.name} vs. ${pair.x.name}`;
  const points = toPairPoints(pair, groups);
  return (
    <section aria-label={title} className="min-w-0">
      <header className="flex min-h-7 items-center gap-1">
        <h2 className="mr-auto truncate font-semibold">{title}</h2>
        <PanelAction
          label="Show as table"
          hint="Show as table"
          icon={Table}
          isOn={isTable}
          onClick={() => setTable(!isTable)}
        />
        <PanelAction
          label="Download CSV"
          hint="Download CSV"
          icon={Download}
          onClick={() => saveCsv(title, answer.window, formatPairCsv(pair, groups))}
        />
        {!isTable && (
          <PanelAction
            label="Download PNG"
            hint="Download PNG"
            icon={Picture}
            onClick={() => savePng(title, sentence, answer)}
          />
        )}
        {actions}
      </header>
      {exportError !== null && <p className="text-xs text-warn">{exportError}</p>}
      <div ref={container} className={isDimmed ? "opacity-45" : undefined} style={{ minHeight: height + 16 }}>
        {isTable ? (
          <PairTable pair={pair} groups={groups} height={height} />
        ) : (
          <TimeScatter
            summary={`${title}, ${countWithNoun(points.length, "point")}. ${sentence}`}
            points={points}
            x={axisOf(pair.x)}
            y={axisOf(pair.y)}
            height={height}
            groupLabels={groups === null ? null : [groupLabel(1, groups.first), groupLabel(2, groups.second)]}
          />
        )}
      </div>
    </section>
  );
}

const axisOf = ({ name, displayUnit, format }: AxisSignal) => ({ name, unit: displayUnit, format: format });

const groupLabel = (group: GroupNumber, { n }: { readonly n: number }): string =>
  `Group ${group}, ${countWithNoun(n, "point")}`;
