"use client";

import Link from "next/link";
import type { ReactNode } from "react";
import type { GateRunEntry } from "@/lib/contracts/gates";
import { formatWindow } from "@/lib/format/time";
import { Age } from "@/components/shared/age";
import { CompactTable, ScrollRegion, type TableColumn } from "@/components/shared/figure";
import { isolateDirection } from "@/components/shared/isolated-text";
import { useTimeZone } from "@/components/shared/use-time-zone";
import { ZonedText } from "@/components/shared/zoned-text";
import { cn } from "@/components/ui/cn";
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
        <Link href={`/gates/${id}`} className="font-medium whitespace-nowrap hover:underline">
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
    {
      title: "Baseline",
      isText: true,
      render: ({ baseline }) => <Wrapped>{isolateDirection(baseline.name)}</Wrapped>,
    },
    {
      title: "Window",
      isText: true,
      render: ({ window }) => <ZonedText>{formatWindow(window.startMs, window.endMs, timeZone)}</ZonedText>,
    },
    { title: "Rules", isText: true, render: ({ rules }) => <RuleList rules={rules} /> },
    {
      title: "Result",
      isText: true,
      render: ({ sentence }) => <Wrapped isWide>{isolateDirection(sentence)}</Wrapped>,
    },
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

/** A rule is read as one word, so that lines break between rules only. */
function RuleList({ rules }: Pick<GateRunEntry, "rules">) {
  return (
    <span className="inline-block py-0.5 whitespace-normal">
      {rules.map((rule, index) => (
        <span key={rule} className="inline-block whitespace-nowrap">
          {rule}
          {index < rules.length - 1 && ",\u00a0"}
        </span>
      ))}
    </span>
  );
}

/** Text of a cell on several lines, so that long names and sentences are not cut off. */
function Wrapped({ isWide = false, children }: { readonly isWide?: boolean; readonly children: ReactNode }) {
  return (
    <span
      className={cn(
        "inline-block py-0.5 wrap-anywhere whitespace-normal",
        isWide ? "md:min-w-64" : "md:max-w-48",
      )}
    >
      {children}
    </span>
  );
}
