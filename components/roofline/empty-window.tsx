import Link from "next/link";
import type { RooflinePageData } from "@/lib/contracts/roofline/roofline";
import { linkTo, useView } from "@/lib/client/url-state";
import { formatDateTimeWithOptionalYear, formatTimeZoneName } from "@/lib/format/time";
import { useTimeZone } from "@/components/shared/use-time-zone";

interface EmptyWindowProps {
  readonly data: RooflinePageData;
  readonly newestDataAtMs: number;
}

const hourMs = 3_600_000;
/** Data newer than this belong to a deployment that is scraped now. */
const currentWithinMs = 600_000;

/** States from when the newest data of the deployment are, with a link to them. */
export function EmptyWindow({ data: { asOfMs, deployment }, newestDataAtMs }: EmptyWindowProps) {
  const [view] = useView();
  const timeZone = useTimeZone();
  const isCurrent = asOfMs - newestDataAtMs < currentWithinMs;
  const window = isCurrent
    ? { from: "now-1h", to: "now", live: true }
    : { from: String(newestDataAtMs - hourMs), to: String(newestDataAtMs) };
  return (
    <p className="pb-3 text-ink-2">
      The newest data of {deployment.title} are from{" "}
      {formatDateTimeWithOptionalYear(newestDataAtMs, { timeZone, referenceMs: asOfMs })}{" "}
      {formatTimeZoneName(newestDataAtMs, timeZone)}.{" "}
      <Link
        className="text-accent hover:underline"
        href={linkTo("/roofline", { d: deployment.slug, m: view.m, i: view.i, ...window })}
      >
        Show the newest hour
      </Link>
    </p>
  );
}
