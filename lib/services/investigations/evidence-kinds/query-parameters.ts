/** Query parameters of an endpoint from a stored question. */
import type { TimeWindow } from "@/lib/model/time-window";

/** Returns the parameters that are set, and the window as `from` and `to`. */
export function toQueryParameters(
  window: TimeWindow,
  parameters: Readonly<Record<string, string | number | null>>,
): Readonly<Record<string, string | number>> {
  const known = Object.entries(parameters).flatMap(([name, value]) =>
    value === null ? [] : [[name, value] as const],
  );
  return { ...Object.fromEntries(known), from: String(window.startMs), to: String(window.endMs) };
}
