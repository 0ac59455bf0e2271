"use client";

import Link from "next/link";
import { useState } from "react";
import type { BaselineEntry } from "@/lib/contracts/baselines";
import { formatCount, formatValue, formatQuantile } from "@/lib/format/number";
import { formatWindow } from "@/lib/format/time";
import type { DisplayUnit, Unit } from "@/lib/model/units";
import { Age } from "@/components/shared/age";
import { CompactTable, ScrollRegion, type TableColumn } from "@/components/shared/figure";
import { isolateDirection } from "@/components/shared/isolated-text";
import { useTimeZone } from "@/components/shared/use-time-zone";
import { ZonedText } from "@/components/shared/zoned-text";
import { Button } from "@/components/ui/button";
import { HealthRemarks } from "../health-remarks";
import { getDeploymentTitle, getMeasuredAtMs } from "./filter-and-sort-baselines";

interface BaselineListProps {
  readonly baselines: readonly BaselineEntry[];
  readonly asOfMs: number;
  readonly receivedAtMs: number;
}

/** A long list stays quick, because its rest is rendered on demand only. */
const pageLength = 100;

/** Table of baselines: what was measured, when, and whether it can be trusted. */
export function BaselineList({ baselines, asOfMs, receivedAtMs }: BaselineListProps) {
  const [maxRows, setMaxRows] = useState(pageLength);
  const timeZone = useTimeZone();
  const columns: readonly TableColumn<BaselineEntry>[] = [
    {
      title: "Baseline",
      render: ({ id, name, visibility, team }) => (
        <>
          <Link
            href={`/baselines/${id}`}
            className="inline-block font-medium wrap-anywhere hover:underline md:min-w-48"
          >
            {isolateDirection(name)}
          </Link>
          {visibility === "team" && team !== null && (
            <span className="text-ink-3"> (only the team {isolateDirection(team.name)})</span>
          )}
        </>
      ),
    },
    {
      title: "Deployment",
      isText: true,
      render: (one) => (
        <>
          {isolateDirection(getDeploymentTitle(one))}
          {one.deployment === null && <span className="text-ink-3"> (deleted or unknown)</span>}
        </>
      ),
    },
    {
      title: "Age",
      render: (one) => <Age atMs={getMeasuredAtMs(one)} asOfMs={asOfMs} receivedAtMs={receivedAtMs} />,
    },
    {
      title: "Window",
      isText: true,
      render: ({ window }) =>
        window === null ? (
          "unknown"
        ) : (
          <ZonedText>{formatWindow(window.startMs, window.endMs, timeZone)}</ZonedText>
        ),
    },
    { title: "Requests, n", render: ({ summary }) => countText(summary?.requestCount) },
    { title: "TTFT p95, s", term: "ttft", render: ({ summary }) => latencyText(summary, "ttft") },
    { title: "E2E p95, s", render: ({ summary }) => latencyText(summary, "e2e") },
    {
      title: "Requests/s",
      render: ({ summary }) => valueText(summary?.requestsPerSecond, "requests-per-second", "req/s"),
    },
    { title: "Health", isText: true, isPlain: true, render: (one) => <HealthRemarks baseline={one} /> },
  ];
  return (
    <>
      <ScrollRegion name="Baselines, table">
        <CompactTable
          columns={columns}
          rows={baselines.slice(0, maxRows)}
          getKey={({ id }) => id}
          minWidthPx={1_080}
          isListOnPhones
        />
      </ScrollRegion>
      {baselines.length > maxRows && (
        <p className="flex items-center gap-3 py-3 text-ink-2">
          {formatCount(maxRows)} of {formatCount(baselines.length)} baselines are shown.
          <Button size="sm" onClick={() => setMaxRows(maxRows + pageLength)}>
            Show more
          </Button>
        </p>
      )}
    </>
  );
}

const absentText = <span className="text-ink-3">no data</span>;

function countText(count: number | null | undefined) {
  return count === null || count === undefined ? absentText : formatCount(count);
}

function latencyText(summary: BaselineEntry["summary"], signal: "ttft" | "e2e") {
  const value = summary?.[`${signal}P95Seconds`] ?? null;
  const bucket = summary?.[`${signal}P95Bucket`] ?? null;
  return value === null ? absentText : formatQuantile(value, bucket, "seconds", "s").text;
}

function valueText(value: number | null | undefined, unit: Unit, displayUnit: DisplayUnit) {
  return value === null || value === undefined ? absentText : formatValue(value, unit, displayUnit).text;
}
