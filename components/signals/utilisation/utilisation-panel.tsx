"use client";

import { ChartSpline } from "lucide-react";
import Link from "next/link";
import { useMemo, useRef, useState, type ReactNode } from "react";
import type { RooflinePageData } from "@/lib/contracts/roofline/roofline";
import type { UtilisationMetric } from "@/lib/model/roofline/utilisation-metric";
import { formatCount } from "@/lib/format/number";
import { formatDateTime, needsSeconds } from "@/lib/format/time";
import { TimeChart } from "@/components/charts/draw/time/time-chart";
import { PanelSummaryLine } from "@/components/charts/frame/panel-summary-line";
import { panelActionClasses } from "@/components/charts/frame/panel-action";
import type { PanelHelp } from "@/components/charts/frame/help-buttons";
import { PanelArea } from "@/components/charts/frame/panel-area";
import { PanelActions } from "@/components/charts/frame/panel-actions";
import { saveCsv } from "@/components/charts/frame/save-file";
import { ScrolledTable } from "@/components/charts/frame/scrolled-table";
import { useImageExport } from "@/components/charts/frame/use-image-export";
import type { ComparedRoofline } from "./use-compared-roofline";
import { utilisationDifferenceText, createComparisonLine } from "./utilisation-comparison";
import { UtilisationQueries } from "./utilisation-queries";
import {
  formatUtilisationCell,
  prepareUtilisation,
  createUtilisationCsv,
  findReportingPools,
  summarisePools,
  type UtilisationPool,
} from "./utilisation-lines";
import {
  utilisationSummary,
  utilisationMeanings,
  utilisationTitles,
  zeroMeaning,
} from "@/lib/sentences/signals/utilisation-text";

interface UtilisationPanelProps {
  readonly metric: UtilisationMetric;
  readonly roofline: RooflinePageData;
  /** Roofline page of this deployment and window. */
  readonly href: string;
  /** Roofline of the comparison window. Null if nothing is compared. */
  readonly compared: ComparedRoofline | null;
  readonly isDimmed: boolean;
  readonly onZoom: (startMs: number, endMs: number) => void;
  /** Charts with the same key share the cursor. */
  readonly syncKey?: string;
  /** Further actions in the header. */
  readonly actions?: ReactNode;
}

const plotHeight = 112;
const laneAndAxisHeight = 40;

/**
 * MFU or MBU over the window, with the same parts as every panel: summary, line with its expected error, table, CSV
 * and queries.
 */
export function UtilisationPanel({
  metric,
  roofline,
  href,
  compared,
  isDimmed,
  onZoom,
  syncKey = "signals",
  actions = null,
}: UtilisationPanelProps) {
  const [isTable, setTable] = useState(false);
  const summaryRef = useRef<HTMLParagraphElement>(null);
  const { container, savePng, exportError } = useImageExport();
  const pools = useMemo(() => findReportingPools(roofline, metric), [roofline, metric]);
  const lines = useMemo(() => prepareUtilisation(metric, pools), [metric, pools]);
  const comparisonLine = compared === null ? undefined : createComparisonLine(metric, pools, compared);
  const drawn =
    lines === undefined || comparisonLine === undefined ? lines : { ...lines, comparison: comparisonLine };
  const title = utilisationTitles[metric];
  const gaps = [
    ...new Set(pools.flatMap(({ utilisation }) => (utilisation.gaps ?? []).map(({ detail }) => detail))),
  ];
  if (drawn === undefined) return null;
  const origin = { ...roofline, stepMs: drawn.stepMs };
  return (
    <section aria-label={title} className="group/panel min-w-0 scroll-mt-16">
      <PanelArea>
        <header className="relative flex h-6 items-center gap-2 max-[699px]:pr-9 touch:h-9 touch:pr-9">
          <h3 className="flex h-6 min-w-0 items-center font-semibold whitespace-nowrap">{title}</h3>
          <PanelActions
            title={title}
            help={helpFor(metric, roofline)}
            isTableShown={isTable}
            onToggleTable={() => setTable(!isTable)}
            onSaveCsv={() => saveCsv(title, roofline.window, createUtilisationCsv(metric, pools))}
            onSavePng={isTable ? null : () => savePng(title, summaryRef.current?.textContent ?? "", origin)}
          >
            <Link
              href={href}
              className={panelActionClasses}
              aria-label={`Open the roofline for ${title}`}
              title="Roofline"
            >
              <ChartSpline aria-hidden className="size-3.5" />
            </Link>
            {actions}
          </PanelActions>
        </header>
        <PanelSummaryLine title={title} ref={summaryRef}>
          {(compared === null ? null : utilisationDifferenceText(metric, pools, compared)) ??
            utilisationSummary(metric, summarisePools(metric, pools), roofline)}
        </PanelSummaryLine>
        <div ref={container} style={{ minHeight: plotHeight + laneAndAxisHeight }}>
          {isTable ? (
            <UtilisationTable metric={metric} pools={pools} stepMs={drawn.stepMs} />
          ) : (
            <TimeChart
              name={title}
              data={drawn}
              plotHeight={plotHeight}
              syncKey={syncKey}
              isDimmed={isDimmed}
              onZoom={onZoom}
            />
          )}
          {exportError !== null && <p className="text-2xs text-warn">{exportError}</p>}
          {gaps.map((detail) => (
            <p key={detail} className="text-2xs text-ink-2">
              Gaps: {detail}
            </p>
          ))}
        </div>
      </PanelArea>
    </section>
  );
}

const helpFor = (metric: UtilisationMetric, roofline: RooflinePageData): PanelHelp => ({
  renderMeaning: () => <Meaning metric={metric} />,
  renderQueries: () => <UtilisationQueries roofline={roofline} />,
});

function Meaning({ metric }: Pick<UtilisationPanelProps, "metric">) {
  return (
    <p className="text-xs text-ink-2">
      {utilisationMeanings[metric]} Zero means: {zeroMeaning}.
    </p>
  );
}

interface UtilisationTableProps {
  readonly metric: UtilisationMetric;
  readonly pools: readonly UtilisationPool[];
  readonly stepMs: number;
}

/** Rows from newest to oldest. A missing value shows its reason. */
function UtilisationTable({ metric, pools, stepMs }: UtilisationTableProps) {
  const title = utilisationTitles[metric];
  const times = pools[0]?.utilisation.atMs ?? [];
  return (
    <ScrolledTable
      label={`${title}, table`}
      caption={title}
      height={plotHeight + laneAndAxisHeight}
      columns={pools.flatMap(({ name }) => [name, pools.length > 1 ? `n of ${name}` : "n (steps)"])}
    >
      {times.toReversed().map((atMs, from) => {
        const index = times.length - 1 - from;
        return (
          <tr key={atMs} className="border-t border-rule">
            <td className="px-2 py-0.5 whitespace-nowrap">
              {formatDateTime(atMs, "UTC", needsSeconds(stepMs))}
            </td>
            {pools.map((pool) => [
              <td key={pool.name} className="px-2 py-0.5 text-right whitespace-nowrap">
                {formatUtilisationCell(metric, pool, index)}
              </td>,
              <td key={`n of ${pool.name}`} className="px-2 py-0.5 text-right">
                {countText(pool.utilisation.n?.[index])}
              </td>,
            ])}
          </tr>
        );
      })}
    </ScrolledTable>
  );
}

function countText(n: number | null | undefined): string {
  return n === null || n === undefined ? "" : formatCount(n);
}
