"use client";

import { useQuery } from "@tanstack/react-query";
import type { Investigation } from "@/lib/contracts/investigations/investigations";
import { toSentence } from "@/lib/format/sentence";
import { formatWindow } from "@/lib/format/time";
import type { StepId } from "@/lib/model/investigation/step-ids";
import { useTimeZone } from "@/components/shared/use-time-zone";
import { ZonedText } from "@/components/shared/zoned-text";
import { CollectedDataPanel } from "./collected-data-panel";
import { collectedDataQuery } from "../investigation-requests";

interface CollectedSectionProps {
  readonly investigation: Pick<Investigation, "number" | "version">;
  readonly step: StepId;
}

/** The data that a step collects from the product, with their window. */
export function CollectedSection({ investigation, step }: CollectedSectionProps) {
  const { data, error, dataUpdatedAt } = useQuery(collectedDataQuery(investigation, step));
  const timeZone = useTimeZone();
  return (
    <section aria-labelledby="collected-data" className="border-t border-rule pt-3">
      <h3 id="collected-data" className="font-semibold">
        Collected data
      </h3>
      {error !== null && (
        <p role="alert" className="pt-1 text-xs">
          {toSentence(error.message)}
          {data !== undefined && " The previous data are shown."}
        </p>
      )}
      {data === undefined ? (
        error === null && (
          <p aria-busy className="pt-1 text-xs text-ink-2">
            Reading the data of this step
          </p>
        )
      ) : (
        <>
          <p className="pt-1 text-xs text-ink-2">
            <ZonedText>{formatWindow(data.window.startMs, data.window.endMs, timeZone)}</ZonedText>.{" "}
            {data.window.basis}
          </p>
          {data.items.map((item) => (
            <CollectedDataPanel
              key={item.id}
              item={item}
              asOfMs={data.asOfMs}
              receivedAtMs={dataUpdatedAt}
              window={data.window}
            />
          ))}
          {data.omittedDeployments.length > 0 && (
            <p className="pt-2 text-xs text-ink-2">
              A step collects data of the first 3 deployments only. Omitted:{" "}
              {data.omittedDeployments.map(({ title }) => title).join(", ")}.
            </p>
          )}
        </>
      )}
    </section>
  );
}
