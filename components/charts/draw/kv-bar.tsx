import type { Reading } from "@/lib/model/reading";
import { cn } from "@/components/ui/cn";

interface KvBarProps {
  readonly reading: Reading;
  /** Ratio at which the limit tick is drawn. */
  readonly limit: number;
  readonly isOverLimit: boolean;
}

/**
 * Bar for KV cache usage, 4 px high, with a tick at the limit. An unknown value is a dotted line, not an empty bar.
 */
export function KvBar({ reading, limit, isOverLimit }: KvBarProps) {
  if (reading.kind === "absent")
    return (
      <span
        aria-hidden
        className="mt-1.5 block h-0 w-full border-t border-dotted border-ink-3 fleet-rows:ml-auto fleet-rows:w-16"
      />
    );
  const percent = Math.max(0, Math.min(1, reading.value)) * 100;
  return (
    <svg
      aria-hidden
      viewBox="0 0 100 8"
      preserveAspectRatio="none"
      className="mt-1 block h-2 w-full fleet-rows:ml-auto fleet-rows:w-16"
    >
      <rect x="0" y="2" width="100" height="4" className="fill-rule" />
      <rect x="0" y="2" width={percent} height="4" className={cn(isOverLimit ? "fill-bad" : "fill-ink-3")} />
      <rect x={limit * 100} y="0" width="1.2" height="8" className="fill-ink" />
    </svg>
  );
}
