import type { ReactNode } from "react";
import type { BaselineResponse } from "@/lib/contracts/baselines";
import { ConcernList } from "./concern-list";
import { EnvironmentSection } from "./environment-section";
import { LoadSection } from "./load-section";
import { MeasuredTables } from "./measured-tables";
import { ProvenanceSection } from "./provenance-section";

interface BaselineNumbersProps {
  readonly response: Pick<BaselineResponse, "measured" | "document" | "baseline" | "asOfMs">;
  /** Content before the provenance. */
  readonly children?: ReactNode;
}

/** The measured content of a baseline: concerns, numbers, load, environment and provenance. */
export function BaselineNumbers({ response, children }: BaselineNumbersProps) {
  const { measured, document, baseline, asOfMs } = response;
  return (
    <>
      {document !== null && (
        <ConcernList concerns={document.concerns} isImported={baseline.imported !== null} />
      )}
      {measured !== null && <MeasuredTables measured={measured} />}
      {document !== null && (
        <>
          <LoadSection load={document.load} />
          <EnvironmentSection environment={document.environment} asOfMs={asOfMs} />
        </>
      )}
      {children}
      {document !== null && <ProvenanceSection document={document} baseline={baseline} asOfMs={asOfMs} />}
    </>
  );
}
