import type { BaselineEntry } from "@/lib/contracts/baselines";
import { listHealthRemarks, type HealthRemark } from "@/lib/sentences/baselines/baseline-health";
import { ShapeMark, type StatusShape } from "@/components/shared/status-mark";

const shapes: Readonly<Record<HealthRemark["kind"], StatusShape>> = {
  capturing: "loading",
  failed: "failed",
  imported: "unusual",
  concerns: "unusual",
  expired: "stale",
  "later-deploy": "stale",
  none: "ok",
};

/**
 * Shows whether a baseline can still be used: a shape and a word for each remark, then whether it is the
 * default and pinned.
 */
export function HealthRemarks({ baseline }: { readonly baseline: BaselineEntry }) {
  const flags = [...(baseline.isDefault ? ["Default"] : []), ...(baseline.isPinned ? ["Pinned"] : [])];
  return (
    <span className="inline-flex flex-wrap items-baseline gap-x-3 md:min-w-44">
      {flags.map((flag) => (
        <span key={flag} className="font-medium">
          {flag}
        </span>
      ))}
      {listHealthRemarks(baseline).map(({ kind, text, detail }) => (
        <span
          key={kind}
          className="inline-flex items-baseline gap-1.5 whitespace-normal text-ink-2"
          title={detail ?? undefined}
        >
          <ShapeMark shape={shapes[kind]} className="size-2.5 shrink-0 self-center" />
          {text}
        </span>
      ))}
    </span>
  );
}
