import Link from "next/link";
import { createComparisonLink } from "@/lib/client/comparison-url";
import type { ViewState } from "@/lib/client/url-state";

interface PickedTracesProps {
  readonly traceIds: readonly string[];
  readonly view: Pick<ViewState, "d" | "from" | "to" | "live">;
}

/** Links the selected traces to their comparison. */
export function SelectedTraces({ traceIds: [first, second], view }: PickedTracesProps) {
  if (first === undefined) return null;
  const a = { kind: "trace", traceId: first } as const;
  const link = "text-accent hover:underline";
  return (
    <p className="pb-2 text-xs text-ink-2">
      {second === undefined ? (
        <>
          One trace selected. Select another, or{" "}
          <Link className={link} href={createComparisonLink(view, a, { kind: "all" })}>
            compare it with its window
          </Link>
          .
        </>
      ) : (
        <>
          Two traces selected:{" "}
          <Link className={link} href={createComparisonLink(view, a, { kind: "trace", traceId: second })}>
            compare them
          </Link>
          .
        </>
      )}
    </p>
  );
}
