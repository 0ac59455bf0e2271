"use client";

import Link from "next/link";
import type { ComparedSideEntry } from "@/lib/contracts/comparisons";
import { countWithNoun } from "@/lib/format/agreement";
import { formatCoarseDuration, formatWindow } from "@/lib/format/time";
import { importText } from "@/lib/sentences/baselines/import-text";
import { overlapText } from "@/lib/sentences/comparisons/overlap-text";
import { isolateDirection } from "@/components/shared/isolated-text";
import { ShapeMark } from "@/components/shared/status-mark";
import { useTimeZone } from "@/components/shared/use-time-zone";
import { ZonedText } from "@/components/shared/zoned-text";

interface ComparedSidesProps {
  readonly before: ComparedSideEntry;
  readonly after: ComparedSideEntry;
}

/** Shows both compared windows with remarks about them. */
export function ComparedSides({ before, after }: ComparedSidesProps) {
  const overlap = overlapText(before, after);
  return (
    <div className="grid gap-x-8 border-t border-rule py-3 md:grid-cols-2">
      <SideSummary title="Before" side={before} />
      <SideSummary title="After" side={after} />
      {overlap !== null && <Remark text={overlap} />}
    </div>
  );
}

function Remark({ text }: { readonly text: string }) {
  return (
    <p className="flex items-baseline gap-2 text-sm text-ink-2">
      <ShapeMark shape="unusual" className="size-2.5" />
      {text}
    </p>
  );
}

function SideSummary({ title, side }: { readonly title: string; readonly side: ComparedSideEntry }) {
  const timeZone = useTimeZone();
  const { label, deployment, window, measured, concerns, imported, missingReason, kind, reference } = side;
  const name = isolateDirection(label);
  return (
    <section aria-label={title} className="min-w-0 pb-2">
      <h2 className="text-xs text-ink-2">{title}</h2>
      <p className="font-medium wrap-anywhere">
        {kind === "baseline" ? (
          <Link href={`/baselines/${reference.replace("baseline:", "")}`} className="hover:underline">
            {name}
          </Link>
        ) : (
          name
        )}
        {kind === "baseline" && <span className="text-ink-2"> ({isolateDirection(deployment.title)})</span>}
      </p>
      <p className="tnum text-sm text-ink-2">
        <ZonedText>{formatWindow(window.startMs, window.endMs, timeZone)}</ZonedText>
        {measured !== null &&
          `, ${countWithNoun(measured.blockCount, "time block")} of ${formatCoarseDuration(measured.blockMs)}`}
        {measured !== null &&
          measured.requestCount !== null &&
          `, ${countWithNoun(Math.round(measured.requestCount), "request")}`}
      </p>
      {[
        ...(imported === undefined ? [] : [importText(imported)]),
        ...(missingReason === null ? [] : [missingReason]),
        ...concerns.map(({ detail }) => detail),
      ].map((text) => (
        <Remark key={text} text={text} />
      ))}
    </section>
  );
}
