"use client";

import { ChartSpline } from "lucide-react";
import Link from "next/link";
import { useMemo, useRef, useState } from "react";
import type { RooflineRoom } from "@/lib/contracts/roofline";
import { formatCount } from "@/lib/format/number";
import { formatDateTime, needsSeconds } from "@/lib/format/time";
import { TimeChart } from "@/components/charts/draw/time-chart";
import { AnswerLine } from "@/components/charts/frame/answer-line";
import { panelActionClasses } from "@/components/charts/frame/panel-action";
import { PanelActions, type Explained } from "@/components/charts/frame/panel-actions";
import { saveCsv } from "@/components/charts/frame/save-file";
import { ScrolledTable } from "@/components/charts/frame/scrolled-table";
import { usePicture } from "@/components/charts/frame/use-picture";
import type { ComparedRoom } from "./use-compared-room";
import { differenceText, ghostOf } from "./utilisation-comparison";
import { UtilisationQueries } from "./utilisation-queries";
import { cellText, drawnUse, csvOf, poolsOf, type Use, type UsePool } from "./utilisation-lines";
import { lastWords, meanings, titles, zeroMeans } from "./utilisation-words";

interface UtilisationPanelProps {
  readonly use: Use;
  readonly room: RooflineRoom;
  /** The room of this deployment and window. */
  readonly href: string;
  /** The window it is compared with. */
  readonly compared: ComparedRoom | null;
  readonly isDimmed: boolean;
  readonly onZoom: (startMs: number, endMs: number) => void;
}

const plotHeight = 112;
const laneAndAxis = 40;

/** MFU or MBU over the window, as every panel of Signals: what it is now, the line with its error, a table, a file, the queries. */
export function UtilisationPanel({ use, room, href, compared, isDimmed, onZoom }: UtilisationPanelProps) {
  const [isTable, setTable] = useState(false);
  const told = useRef<HTMLParagraphElement>(null);
  const { place, save, trouble } = usePicture();
  const pools = useMemo(() => poolsOf(room, use), [room, use]);
  const lines = useMemo(() => drawnUse(use, pools), [use, pools]);
  const ghost = compared === null ? undefined : ghostOf(use, pools, compared);
  const drawn = lines === undefined || ghost === undefined ? lines : { ...lines, ghost };
  const title = titles[use];
  const gaps = [...new Set(pools.flatMap(({ lines }) => (lines.gaps ?? []).map(({ detail }) => detail)))];
  if (drawn === undefined) return null;
  const origin = { ...room, stepMs: drawn.stepMs };
  return (
    <section aria-label={title} className="group/panel min-w-0 scroll-mt-16">
      <header className="relative flex h-6 items-center gap-2 touch:h-auto touch:min-h-15 touch:flex-wrap touch:content-start touch:gap-y-0">
        <h3 className="flex h-6 min-w-0 items-center font-semibold whitespace-nowrap">{title}</h3>
        <PanelActions
          title={title}
          explained={explainedBy(use, room)}
          isTable={isTable}
          onTable={() => setTable(!isTable)}
          onCsv={() => saveCsv(title, csvOf(use, pools))}
          onPicture={isTable ? null : () => save(title, told.current?.textContent ?? "", origin)}
        >
          <Link
            href={href}
            className={panelActionClasses}
            aria-label={`Roofline behind ${title}`}
            title="Roofline"
          >
            <ChartSpline aria-hidden className="size-3.5" />
          </Link>
        </PanelActions>
      </header>
      <AnswerLine title={title} ref={told}>
        {(compared === null ? null : differenceText(use, pools, compared)) ?? lastWords(use, pools, room)}
      </AnswerLine>
      <div ref={place} style={{ minHeight: plotHeight + laneAndAxis }}>
        {isTable ? (
          <UtilisationTable use={use} pools={pools} stepMs={drawn.stepMs} />
        ) : (
          <TimeChart
            name={title}
            data={drawn}
            plotHeight={plotHeight}
            syncKey="signals"
            isDimmed={isDimmed}
            onZoom={onZoom}
          />
        )}
        {trouble !== null && <p className="text-2xs text-warn">{trouble}</p>}
        {gaps.map((detail) => (
          <p key={detail} className="text-2xs text-ink-2">
            Gaps: {detail}
          </p>
        ))}
      </div>
    </section>
  );
}

const explainedBy = (use: Use, room: RooflineRoom): Explained => ({
  meaning: () => <Meaning use={use} />,
  queries: () => <UtilisationQueries room={room} />,
});

function Meaning({ use }: Pick<UtilisationPanelProps, "use">) {
  return (
    <p className="text-xs text-ink-2">
      {meanings[use]} Zero: {zeroMeans}.
    </p>
  );
}

interface UtilisationTableProps {
  readonly use: Use;
  readonly pools: readonly UsePool[];
  readonly stepMs: number;
}

/** Newest first; a missing number is its reason. */
function UtilisationTable({ use, pools, stepMs }: UtilisationTableProps) {
  const title = titles[use];
  const times = pools[0]?.lines.atMs ?? [];
  return (
    <ScrolledTable
      label={`${title}, table`}
      caption={title}
      height={plotHeight + laneAndAxis}
      columns={pools.flatMap(({ name }) => [name, pools.length > 1 ? `n of ${name}` : "n, steps"])}
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
                {cellText(use, pool, index)}
              </td>,
              <td key={`n of ${pool.name}`} className="px-2 py-0.5 text-right">
                {countText(pool.lines.n?.[index])}
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
