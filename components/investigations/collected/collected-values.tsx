"use client";

import type { CollectedValue } from "@/lib/contracts/investigations/collected-data";
import { countWithNoun } from "@/lib/format/agreement";
import { formatCount, formatValue, formatWithUnit } from "@/lib/format/number";
import { formatDateTimeWithOptionalYear } from "@/lib/format/time";
import { CompactTable, ScrollRegion, type TableColumn } from "@/components/shared/figure";
import { isolateDirection } from "@/components/shared/isolated-text";
import { useTimeZone } from "@/components/shared/use-time-zone";
import { ZonedText } from "@/components/shared/zoned-text";

interface CollectedValuesProps {
  readonly name: string;
  readonly values: readonly CollectedValue[];
  readonly asOfMs: number;
}

interface Row {
  readonly key: string;
  readonly value: CollectedValue;
}

/** The values of an item, each with its unit, interval and n. */
export function CollectedValues({ name, values, asOfMs }: CollectedValuesProps) {
  const rows = values.map((value, index) => ({ key: `${index} ${value.label}`, value }));
  const isTextOnly = values.every(({ kind }) => kind !== "number");
  const columns: readonly TableColumn<Row>[] = [
    {
      title: "Name",
      isText: true,
      render: ({ value }) => <span className="inline-block min-w-40">{isolateDirection(value.label)}</span>,
    },
    {
      title: "Value",
      isText: isTextOnly,
      render: ({ value }) => <ValueText value={value} asOfMs={asOfMs} />,
    },
    ...(isTextOnly
      ? []
      : [
          { title: "Interval", render: ({ value }: Row) => intervalText(value) },
          { title: "n", render: ({ value }: Row) => countText(value) },
        ]),
  ];
  return (
    <ScrollRegion name={`${name}, values`}>
      <CompactTable columns={columns} rows={rows} getKey={({ key }) => key} isListOnPhones />
    </ScrollRegion>
  );
}

function ValueText({ value, asOfMs }: { readonly value: CollectedValue; readonly asOfMs: number }) {
  const timeZone = useTimeZone();
  if (value.kind === "number")
    return (
      <span className="whitespace-nowrap">{formatWithUnit(value.value, value.unit, value.displayUnit)}</span>
    );
  if (value.kind === "missing") return <span className="text-ink-2">{isolateDirection(value.reason)}</span>;
  // A long text would otherwise take the width of the names.
  return (
    <span className="inline-block max-w-64 whitespace-normal">
      {isolateDirection(value.text)}
      {value.atMs !== null && (
        <span className="text-ink-2">
          ,{" "}
          <ZonedText>
            {formatDateTimeWithOptionalYear(value.atMs, { timeZone, referenceMs: asOfMs })}
          </ZonedText>
        </span>
      )}
    </span>
  );
}

type NumberValue = Extract<CollectedValue, { kind: "number" }>;

const countedNouns: Readonly<
  Record<NonNullable<NumberValue["nNoun"]>, readonly [one: string, many: string]>
> = {
  points: ["point", "points"],
  "time blocks": ["time block", "time blocks"],
};

/** Returns "1,204", or "360 points" if n does not count observations. */
function countText(value: CollectedValue): string {
  if (value.kind !== "number" || value.n === null) return "";
  return value.nNoun === undefined
    ? formatCount(value.n)
    : countWithNoun(value.n, ...countedNouns[value.nNoun]);
}

/** Returns "0.31 to 0.40 s"; an unbounded end is "no limit". */
function intervalText(value: CollectedValue): string {
  if (value.kind !== "number" || value.interval === null) return "";
  const { unit, displayUnit } = value;
  const { lower, upper } = value.interval;
  const from = lower === null ? "no limit" : formatValue(lower, unit, displayUnit).text;
  const to = upper === null ? "no limit" : formatWithUnit(upper, unit, displayUnit);
  return `${from} to ${to}`;
}
