"use client";

import type { BaselineResponse } from "@/lib/contracts/baselines";
import { formatDateTimeWithOptionalYear } from "@/lib/format/time";
import { isMeasuredValue } from "@/lib/model/baseline/measured-environment";
import { originTexts } from "@/lib/sentences/baselines/origin-text";
import { CompactTable, ScrollRegion, type TableColumn } from "@/components/shared/figure";
import { isolateDirection } from "@/components/shared/isolated-text";
import { useTimeZone } from "@/components/shared/use-time-zone";
import { ZonedText } from "@/components/shared/zoned-text";
import { DetailSection } from "./fact-list";

type Environment = NonNullable<BaselineResponse["document"]>["environment"];
type Row = Environment[string] & { readonly path: string };

/** Paths of the environment with their values and origins. */
export function EnvironmentSection({
  environment,
  asOfMs,
}: {
  readonly environment: Environment;
  readonly asOfMs: number;
}) {
  const timeZone = useTimeZone();
  const rows = Object.entries(environment).map(([path, value]): Row => ({ path, ...value }));
  const columns: readonly TableColumn<Row>[] = [
    { title: "Path", render: ({ path }) => <code className="font-mono wrap-anywhere">{path}</code> },
    {
      title: "Value",
      isText: true,
      render: ({ value }) => (
        <span className="wrap-anywhere whitespace-normal">{isolateDirection(value)}</span>
      ),
    },
    {
      title: "Origin",
      isText: true,
      render: ({ path, atMs, ...value }) => (
        <>
          {isMeasuredValue(path, value) ? "median of the window" : originTexts[value.origin]}
          {atMs !== undefined && (
            <ZonedText>, {formatDateTimeWithOptionalYear(atMs, { timeZone, referenceMs: asOfMs })}</ZonedText>
          )}
        </>
      ),
    },
  ];
  return (
    <DetailSection
      title="Environment"
      note="Versions, flags and hardware at the end of the window. Clock and temperature are medians."
    >
      {rows.length === 0 ? (
        <p className="text-ink-2">No value is known.</p>
      ) : (
        <ScrollRegion name="Environment, table">
          <CompactTable columns={columns} rows={rows} getKey={({ path }) => path} isListOnPhones />
        </ScrollRegion>
      )}
    </DetailSection>
  );
}
