"use client";

import Link from "next/link";
import type { CollectedDataResponse, CollectedItem } from "@/lib/contracts/investigations/collected-data";
import { countWithNoun } from "@/lib/format/agreement";
import { toSentence } from "@/lib/format/sentence";
import { formatWindow } from "@/lib/format/time";
import { Age } from "@/components/shared/age";
import { isolateDirection } from "@/components/shared/isolated-text";
import { useTimeZone } from "@/components/shared/use-time-zone";
import { ZonedText } from "@/components/shared/zoned-text";
import { CollectedValues } from "./collected-values";

interface CollectedItemPanelProps {
  readonly item: CollectedItem;
  /** Server time of the response. */
  readonly asOfMs: number;
  readonly receivedAtMs: number;
  readonly window: CollectedDataResponse["window"];
}

/** One item: its values, or why there are none yet. */
export function CollectedDataPanel({ item, ...response }: CollectedItemPanelProps) {
  const name = item.deployment === null ? item.title : `${item.title}, ${item.deployment.title}`;
  return (
    <section aria-label={name} className="pt-3">
      <h4 className="text-sm font-medium">
        {item.title}
        {item.deployment !== null && (
          <span className="font-normal text-ink-2"> · {isolateDirection(item.deployment.title)}</span>
        )}
      </h4>
      {item.state === "unavailable" && (
        <p className="max-w-[760px] text-xs wrap-anywhere text-ink-2">Not available. {item.reason}</p>
      )}
      {item.state === "pending" && (
        <p aria-busy className="text-xs text-ink-2">
          Reading
        </p>
      )}
      {item.state === "collected" && <Collected item={item} name={name} {...response} />}
    </section>
  );
}

interface CollectedProps extends Omit<CollectedItemPanelProps, "item"> {
  readonly item: Extract<CollectedItem, { state: "collected" }>;
  readonly name: string;
}

function Collected({ item, name, asOfMs, receivedAtMs, window }: CollectedProps) {
  const timeZone = useTimeZone();
  const { summary, values, omittedCount, stale } = item;
  const hasOtherWindow = item.window.startMs !== window.startMs || item.window.endMs !== window.endMs;
  return (
    <>
      {summary !== null && <p className="max-w-[760px] text-xs wrap-anywhere">{isolateDirection(summary)}</p>}
      {stale !== null && (
        <p role="alert" className="max-w-[760px] text-xs">
          The source failed: {toSentence(stale.reason)} The last complete data are displayed.
        </p>
      )}
      {values.length > 0 && <CollectedValues name={name} values={values} asOfMs={asOfMs} />}
      <p className="pt-1 text-2xs text-ink-2">
        {omittedCount > 0 && `${countWithNoun(omittedCount, "further value")} on the page. `}
        {hasOtherWindow && (
          <>
            <ZonedText>{formatWindow(item.window.startMs, item.window.endMs, timeZone)}</ZonedText>.{" "}
          </>
        )}
        Read <Age atMs={item.asOfMs} asOfMs={asOfMs} receivedAtMs={receivedAtMs} />.{" "}
        <Link
          href={item.href}
          aria-label={`Open the page of “${name}”`}
          className="text-accent underline print:hidden"
        >
          Open the page
        </Link>
      </p>
    </>
  );
}
