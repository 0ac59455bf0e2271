import dynamic from "next/dynamic";
import type { ComponentProps, ReactNode } from "react";
import type { JudgedRow } from "@/lib/contracts/overview";
import type { Reading } from "@/lib/model/reading";
import type { SignalId } from "@/lib/model/signals/signals";
import { evaluationWindows } from "@/lib/model/status/evaluation-windows";
import type { DisplayUnit, Unit } from "@/lib/model/units";
import type { ViewState } from "@/lib/client/url-state";
import { formatCount } from "@/lib/format/number";
import { formatCoarseDuration } from "@/lib/format/time";
import { KvBar } from "@/components/charts/draw/kv-bar";
import { ReadingValue } from "@/components/shared/reading-value";
import { ShapeMark } from "@/components/shared/status-mark";
import { cn } from "@/components/ui/cn";
import { sparklineClasses } from "./fleet-grid";
import { Latency } from "./latency-value";
import { PanelLink } from "./panel-link";

/** Loaded after the rows, together with its code. */
const UsualMark = dynamic(() => import("./lazy-row-parts").then((module) => module.UsualMark), {
  ssr: false,
});

interface FleetValuesProps {
  readonly row: JudgedRow;
  /** Returns the link to the panel of a signal. */
  readonly getHref: (signal: SignalId) => string;
  /** Window of the usual ranges. Null for a stored row, which queries nothing. */
  readonly usualWindow: Pick<ViewState, "from" | "to"> | null;
}

/** Values of a row, in column order. Each number links to the panel that shows it. */
export function FleetValues({ row, getHref, usualWindow }: FleetValuesProps) {
  const { readings, status } = row;
  const isAffected = (id: keyof JudgedRow["readings"]): boolean => status.affectedReadings.includes(id);
  const unserved = unservedReason(readings);
  if (unserved !== null) return <Unserved reason={unserved} />;
  const markUnusual = createMarker(row.slug, usualWindow);
  return (
    <>
      <Latencies row={row} getHref={getHref} markUnusual={markUnusual} isAffected={isAffected} />
      <Value
        label="Requests/s"
        reading={readings.requestRate}
        href={getHref("requests")}
        unit="requests-per-second"
        displayUnit="req/s"
        second={windowNote(readings.requestRate) ?? countNote(readings.requestRate)}
      />
      <Value
        label="Output tokens/s"
        reading={readings.outputTokenRate}
        href={getHref("output-tokens")}
        unit="tokens-per-second"
        displayUnit="tokens/s"
        second={windowNote(readings.outputTokenRate)}
      />
      <Value
        label="Running"
        reading={readings.running}
        href={getHref("running")}
        unit="requests"
        displayUnit="requests"
        isOver={isAffected("running")}
      />
      <Value
        label="Waiting"
        reading={readings.waiting}
        href={getHref("waiting")}
        unit="requests"
        displayUnit="requests"
        isOver={isAffected("waiting")}
        unusualMark={markUnusual(readings.waiting, {
          signal: "waiting",
          statistic: "value",
          unit: "requests",
          displayUnit: "requests",
        })}
      />
      <Value
        label="KV cache"
        reading={readings.kvUsage}
        href={getHref("kv-usage")}
        unit="ratio"
        displayUnit="%"
        withUnit
        isOver={isAffected("kvUsage")}
        second={kvBar(row)}
      />
      <Outcomes readings={readings} isAffected={isAffected} getHref={getHref} />
    </>
  );
}

type MarkUnusual = (
  reading: Reading,
  ranged: Pick<ComponentProps<typeof UsualMark>, "signal" | "statistic" | "unit" | "displayUnit">,
) => ReactNode;

/** Returns what renders the mark of a value outside its usual range. Missing values have none. */
function createMarker(slug: string, usualWindow: FleetValuesProps["usualWindow"]): MarkUnusual {
  return (reading, ranged) =>
    usualWindow === null || reading.kind === "absent" ? null : (
      <UsualMark slug={slug} reading={reading} view={usualWindow} {...ranged} />
    );
}

interface LatenciesProps extends Pick<FleetValuesProps, "row" | "getHref"> {
  readonly isAffected: (id: keyof JudgedRow["readings"]) => boolean;
  readonly markUnusual: MarkUnusual;
}

function Latencies({ row, getHref, isAffected, markUnusual }: LatenciesProps) {
  const { limits, readings } = row;
  return (
    <>
      <Latency
        label="TTFT p95"
        p95={readings.ttftP95}
        mean={readings.ttftMean}
        displayUnit="s"
        answer={row.sparklines.ttftP95}
        lineClass={sparklineClasses.ttft}
        href={getHref("ttft")}
        isOver={isAffected("ttftP95")}
        limit={limits.ttftP95Seconds}
        unusualMark={markUnusual(readings.ttftP95, {
          signal: "ttft",
          statistic: "p95",
          unit: "seconds",
          displayUnit: "s",
        })}
      />
      <Latency
        label="TPOT p95"
        p95={readings.tpotP95}
        mean={readings.tpotMean}
        displayUnit="ms"
        answer={row.sparklines.tpotP95}
        lineClass={sparklineClasses.tpot}
        href={getHref("tpot")}
        isMeanOver={isAffected("tpotMean")}
        unusualMark={markUnusual(readings.tpotP95, {
          signal: "tpot",
          statistic: "p95",
          unit: "seconds",
          displayUnit: "ms",
        })}
      />
    </>
  );
}

/** Replaces all values of a row by their common reason. */
function Unserved({ reason }: { readonly reason: string }) {
  return (
    <div
      role="cell"
      aria-colspan={8}
      className="mt-2 text-ink-3 fleet-rows:col-span-4 fleet-rows:mt-0 fleet-all:col-span-8"
    >
      {reason}
    </div>
  );
}

const kvBar = ({ limits, readings, status }: JudgedRow): ReactNode => (
  <span className="block pr-3 fleet-rows:pr-0">
    <KvBar
      reading={readings.kvUsage}
      limit={limits.kvUsageRatio}
      isOverLimit={status.affectedReadings.includes("kvUsage")}
    />
  </span>
);

/**
 * Returns the common reason if every value is missing for the same reason, as for a training job. Returns null
 * otherwise.
 */
function unservedReason(readings: JudgedRow["readings"]): string | null {
  const values = Object.values(readings);
  const [first] = values;
  if (first?.kind !== "absent" || first.reason !== "not-exposed") return null;
  return values.every((one) => one.kind === "absent" && one.detail === first.detail) ? first.detail : null;
}

/** States the window if it is shorter than the table's five minutes. */
function windowNote(reading: Reading): string | undefined {
  if (reading.kind === "absent" || reading.windowMs >= evaluationWindows.headlineWindowMs) return undefined;
  return `over ${formatCoarseDuration(reading.windowMs)}`;
}

function countNote(reading: Reading): string | undefined {
  return reading.kind === "present" && reading.n !== undefined ? `n ${formatCount(reading.n)}` : undefined;
}

interface OutcomesProps extends Pick<FleetValuesProps, "getHref"> {
  readonly readings: Pick<JudgedRow["readings"], "errorRatio" | "abortRatio">;
  readonly isAffected: (id: keyof JudgedRow["readings"]) => boolean;
}

/** Shows errors, and below them the requests that clients aborted. */
function Outcomes({ readings, isAffected, getHref }: OutcomesProps) {
  const isAbortOver = isAffected("abortRatio");
  return (
    <Value
      label="Errors"
      reading={readings.errorRatio}
      href={getHref("errors")}
      unit="ratio"
      displayUnit="%"
      withUnit
      isOver={isAffected("errorRatio")}
      second={
        <span className={cn(isAbortOver && "font-medium text-bad")}>
          <PanelLink
            reading={readings.abortRatio}
            href={getHref("aborts")}
            // Large enough to touch, and far enough from the link above.
            className="mt-1 inline-block py-1.5 whitespace-nowrap"
          >
            {isAbortOver && <ShapeMark shape="over" className="mr-1 size-2" />}
            aborts <ReadingValue reading={readings.abortRatio} unit="ratio" displayUnit="%" />
          </PanelLink>
        </span>
      }
    />
  );
}

interface ValueProps {
  readonly label: string;
  readonly reading: Reading;
  readonly href: string;
  readonly unit: Unit;
  readonly displayUnit: DisplayUnit;
  readonly second?: ReactNode;
  readonly isOver?: boolean;
  readonly withUnit?: boolean;
  /** Mark of a value outside its usual range, if it has one. A value above its limit has the mark of the limit. */
  readonly unusualMark?: ReactNode;
}

function Value({
  label,
  reading,
  href,
  unit,
  displayUnit,
  second,
  isOver = false,
  withUnit = false,
  unusualMark = null,
}: ValueProps) {
  return (
    <div
      role="cell"
      className="mt-2 inline-block w-1/3 align-top fleet-rows:mt-0 fleet-rows:block fleet-rows:w-auto fleet-rows:text-right"
    >
      <span className="block text-2xs text-ink-3 fleet-rows:hidden">{label}</span>
      <span className={cn("inline-flex items-center", isOver && "font-medium text-bad")}>
        {isOver ? <ShapeMark shape="over" className="mr-1.5 size-2.5" /> : unusualMark}
        <PanelLink reading={reading} href={href}>
          <ReadingValue reading={reading} unit={unit} displayUnit={displayUnit} isUnitHidden={!withUnit} />
        </PanelLink>
      </span>
      {second !== undefined && <span className="tnum block text-2xs text-ink-3">{second}</span>}
    </div>
  );
}
