"use client";

import Link from "next/link";
import type { GateRunEntry } from "@/lib/contracts/gates";
import { formatWindow } from "@/lib/format/time";
import { Age } from "@/components/shared/age";
import { CompactTable, ScrollRegion, type TableColumn } from "@/components/shared/figure";
import { isolateDirection } from "@/components/shared/isolated-text";
import { useTimeZone } from "@/components/shared/use-time-zone";
import { ZonedText } from "@/components/shared/zoned-text";
import { GateVerdictMark } from "./verdict-mark";

interface GateTableProps {
  readonly name: string;
  readonly gates: readonly GateRunEntry[];
  readonly asOfMs: number;
  readonly receivedAtMs: number;
}

/** Table of runs, newest first. */
export function GateTable({ name, gates, asOfMs, receivedAtMs }: GateTableProps) {
  const timeZone = useTimeZone();
  const columns: readonly TableColumn<GateRunEntry>[] = [
    {
      title: "Run",
      render: ({ id, createdAtMs }) => (
        <Link href={`/gates/${id}`} className="font-medium hover:underline">
          <Age atMs={createdAtMs} asOfMs={asOfMs} receivedAtMs={receivedAtMs} />
        </Link>
      ),
    },
    {
      title: "Verdict",
      isText: true,
      isPlain: true,
      render: ({ verdict }) => <GateVerdictMark verdict={verdict} />,
    },
    {
      title: "Deployment",
      isText: true,
      render: ({ deployment }) => (
        <>
          {isolateDirection(deployment.title)}
          {deployment.isDeleted && <span className="text-ink-3"> (deleted)</span>}
        </>
      ),
    },
    { title: "Baseline", isText: true, render: ({ baseline }) => isolateDirection(baseline.name) },
    {
      title: "Window",
      isText: true,
      render: ({ window }) => <ZonedText>{formatWindow(window.startMs, window.endMs, timeZone)}</ZonedText>,
    },
    { title: "Rules", isText: true, render: ({ rules }) => rules.join(", ") },
    { title: "Result", isText: true, render: ({ sentence }) => isolateDirection(sentence) },
  ];
  return (
    <ScrollRegion name={name}>
      <CompactTable
        columns={columns}
        rows={gates}
        getKey={({ id }) => id}
        minWidthPx={1_000}
        isListOnPhones
      />
    </ScrollRegion>
  );
}
