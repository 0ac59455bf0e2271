"use client";

import type { BaselineResponse } from "@/lib/contracts/baselines";
import { countWithNoun } from "@/lib/format/agreement";
import { formatDateTimeWithOptionalYear, formatDuration, formatTimeZoneName } from "@/lib/format/time";
import { importedHashText } from "@/lib/sentences/baselines/import-text";
import { CopyButton } from "@/components/shared/copy/copy-button";
import { isolateDirection } from "@/components/shared/isolated-text";
import { useTimeZone } from "@/components/shared/use-time-zone";
import { ZonedText } from "@/components/shared/zoned-text";
import { DetailSection, FactList } from "./fact-list";

interface ProvenanceSectionProps {
  readonly document: NonNullable<BaselineResponse["document"]>;
  readonly baseline: Pick<BaselineResponse["baseline"], "contentHash" | "imported">;
  readonly asOfMs: number;
}

/** Shows source, queries and hash of a baseline, so that its numbers can be reproduced. */
export function ProvenanceSection({
  document,
  baseline: { contentHash, imported },
  asOfMs,
}: ProvenanceSectionProps) {
  const timeZone = useTimeZone();
  const { provenance } = document;
  const { capturedAtMs, source, sourceVersion, queries } = provenance;
  const inFile = imported === null ? "" : ", according to the file";
  const timeOf = (atMs: number) => (
    <ZonedText>
      {formatDateTimeWithOptionalYear(atMs, { timeZone, referenceMs: asOfMs })}{" "}
      {formatTimeZoneName(atMs, timeZone)}
    </ZonedText>
  );
  return (
    <DetailSection title="Provenance">
      <FactList
        facts={[
          ...(imported === null
            ? []
            : [
                {
                  name: "Imported",
                  value: (
                    <>
                      {timeOf(imported.atMs)} by {isolateDirection(imported.importedBy)}.{" "}
                      {importedHashText(imported.isHashVerified)}
                    </>
                  ),
                },
              ]),
          { name: `Author${inFile}`, value: isolateDirection(provenance.author) },
          {
            name: `Captured${inFile}`,
            value: (
              <>
                {timeOf(capturedAtMs)} by Ridgepoint {provenance.productVersion}
              </>
            ),
          },
          { name: "Source", value: sourceVersion === null ? source : `${source}, version ${sourceVersion}` },
          { name: "Scrape interval", value: formatDuration(provenance.scrapeIntervalMs) },
          { name: "Block length", value: formatDuration(provenance.stepMs) },
          { name: "Sampling", value: provenance.sampling },
          { name: "Time zone for hours and days of the week", value: document.timeZone },
          { name: "Schema version", value: document.schemaVersion },
          { name: "Content hash", value: <ContentHash hash={contentHash} /> },
        ]}
      />
      <details className="pt-2">
        <summary className="w-fit py-1 text-ink-2">
          {countWithNoun(queries.length, "query", "queries")}
        </summary>
        <ul aria-label="Queries" className="flex flex-col gap-2 pt-1">
          {queries.map((promql) => (
            <li key={promql} className="flex items-start gap-2">
              <code className="min-w-0 flex-1 rounded-sm bg-well px-2 py-1 font-mono text-2xs break-words">
                {promql}
              </code>
              <CopyButton text={promql} label="Copy query" isIcon />
            </li>
          ))}
        </ul>
      </details>
    </DetailSection>
  );
}

function ContentHash({ hash }: { readonly hash: string | null }) {
  if (hash === null) return <>none</>;
  return (
    <span className="flex items-start gap-1">
      <code className="font-mono text-2xs leading-6 break-all">{hash}</code>
      <CopyButton text={hash} label="Copy content hash" isIcon />
    </span>
  );
}
