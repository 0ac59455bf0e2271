"use client";

import type {
  InvestigationEntry,
  InvestigationsResponse,
} from "@/lib/contracts/investigations/investigations";
import { stepNumber } from "@/lib/model/investigation/step-ids";
import { Age } from "@/components/shared/age";
import { CompactTable, ScrollRegion, type TableColumn } from "@/components/shared/figure";
import { isolateDirection } from "@/components/shared/isolated-text";
import { formatCalendarDay } from "../due-date";
import { StateMark } from "../state-mark";
import { InvestigationLink } from "./investigation-link";

interface InvestigationTableProps {
  readonly response: InvestigationsResponse;
  readonly receivedAtMs: number;
}

const absentText = <span className="text-ink-3">none</span>;

/** Table of investigations. */
export function InvestigationTable({ response, receivedAtMs }: InvestigationTableProps) {
  const { investigations, asOfMs } = response;
  const columns: readonly TableColumn<InvestigationEntry>[] = [
    {
      title: "Investigation",
      render: (one) => (
        <>
          <InvestigationLink investigation={one} />
          {one.tags.length > 0 && <span className="ml-2 text-xs text-ink-2">{one.tags.join(", ")}</span>}
        </>
      ),
    },
    { title: "State", isText: true, isPlain: true, render: ({ state }) => <StateMark state={state} /> },
    { title: "Severity", render: ({ severity }) => severity },
    { title: "Step", render: ({ step }) => `${stepNumber(step)} of 7` },
    {
      title: "Deployments",
      isText: true,
      render: ({ deployments }) =>
        deployments.length === 0
          ? absentText
          : isolateDirection(deployments.map(({ title }) => title).join(", ")),
    },
    {
      title: "Owner",
      isText: true,
      render: ({ owner }) => (owner === null ? absentText : isolateDirection(owner.name)),
    },
    {
      title: "Due",
      isText: true,
      render: ({ dueOn }) => (dueOn === null ? absentText : formatCalendarDay(dueOn)),
    },
    {
      title: "Age",
      render: ({ createdAtMs }) => <Age atMs={createdAtMs} asOfMs={asOfMs} receivedAtMs={receivedAtMs} />,
    },
    {
      title: "Last change",
      render: ({ updatedAtMs }) => <Age atMs={updatedAtMs} asOfMs={asOfMs} receivedAtMs={receivedAtMs} />,
    },
  ];
  if (investigations.length === 0) return null;
  return (
    <ScrollRegion name="Investigations, table">
      <CompactTable
        columns={columns}
        rows={investigations}
        getKey={({ id }) => id}
        minWidthPx={1_000}
        isListOnPhones
      />
    </ScrollRegion>
  );
}
