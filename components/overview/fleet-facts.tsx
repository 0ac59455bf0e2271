import type { OverviewResponse, OverviewRow } from "@/lib/contracts/overview";
import { countWithNoun } from "@/lib/format/agreement";
import { formatClock, formatDateTime, formatTimeZoneName } from "@/lib/format/time";
import { ShapeMark, type StatusShape } from "@/components/shared/status-mark";
import { useTimeZone } from "@/components/shared/use-time-zone";
import { ZonedText } from "@/components/shared/zoned-text";
import { fleetCoverageText } from "./fleet-coverage";
import { getFleetTimeMs } from "./fleet-time";

/** The number of deployments by status, the time of the values, and n. */
export function FleetFacts({ data }: { readonly data: OverviewResponse }) {
  const timeZone = useTimeZone();
  const { fleet, counts } = data;
  const atMs = getFleetTimeMs(data);
  const coverage = fleetCoverageText(data.deployments);
  return (
    <div className="mt-3 flex flex-wrap items-center justify-between gap-x-6 gap-y-1">
      <ul aria-label="Deployments by status" className="flex flex-wrap gap-x-5 gap-y-1">
        <Count shape="failed" count={counts.down} word="unreachable" />
        <Count shape="over" count={counts.unhealthy} word="in trouble" />
        <Count shape="unknown" count={counts.unknown} word="unknown" />
        <Count shape="idle" count={counts.idle} word="without traffic" />
        <Count shape="ok" count={counts.ok} word="ok" />
        <Count shape="loading" count={counts.pending} word="loading" />
        <Count shape="unusual" count={data.deployments.filter(isPartial).length} word="with partial data" />
      </ul>
      <p className="tnum text-ink-3">
        <ZonedText>
          Last 5 min to {formatClock(atMs, timeZone)} {formatTimeZoneName(atMs, timeZone)},{" "}
          {formatDateTime(atMs, timeZone).split(",")[0]}
        </ZonedText>
        {fleet.n !== null &&
          ` · n = ${countWithNoun(fleet.n, "request")}${coverage === null ? "" : ` of ${coverage}`}`}
      </p>
    </div>
  );
}

const isPartial = (row: OverviewRow): boolean => row.state === "judged" && (row.warnings ?? []).length > 0;

interface CountProps {
  readonly shape: StatusShape;
  readonly count: number;
  readonly word: string;
}

function Count({ shape, count, word }: CountProps) {
  if (count === 0) return null;
  return (
    <li className="flex items-center gap-2">
      <ShapeMark shape={shape} />
      <span>
        <span className="tnum">{count}</span> {word}
      </span>
    </li>
  );
}
