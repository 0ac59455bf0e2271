import Link from "next/link";
import type { AbsentReading } from "@/lib/model/reading";
import { absenceTitle } from "@/lib/format/absence";
import { splitRemedy } from "@/lib/format/remedy";
import { CopyButton } from "@/components/shared/copy/copy-button";
import { DownSince } from "@/components/shared/down-since";
import { FirstSample } from "@/components/shared/first-sample";

/** Replaces a chart without data: shows the reason, since when, and how to get values. */
export function PanelAbsence({
  reason,
  detail,
  howToEnable,
  downSince,
  firstSample,
}: Omit<AbsentReading, "kind">) {
  return (
    <div className="flex flex-col items-start gap-1.5 py-4">
      <p className="font-semibold">
        {downSince === undefined ? (
          absenceTitle(reason)
        ) : (
          <>
            The target has been down <DownSince since={downSince} />
          </>
        )}
        .
      </p>
      <p className="text-ink-2">
        {detail}
        {firstSample !== undefined && (
          <>
            {" "}
            <FirstSample firstSample={firstSample} />
          </>
        )}
      </p>
      {howToEnable !== undefined && <Remedy text={howToEnable} />}
      {reason === "no-series" && (
        <Link href="/settings/deployments" className="text-accent hover:underline">
          Open deployments
        </Link>
      )}
    </div>
  );
}

function Remedy({ text }: { readonly text: string }) {
  const { textBefore: before, flags: literal, textAfter: after } = splitRemedy(text);
  return (
    <>
      <p className="text-ink-2">
        <span className="font-medium text-ink">To enable it:</span> {before}
        {literal !== null && <code className="font-mono">{literal}</code>}
        {after}
      </p>
      {literal !== null && <CopyButton text={literal} label="Copy flag" />}
    </>
  );
}
