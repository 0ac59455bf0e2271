/** Time zones that a person can choose. */
import { defaultTimeZone } from "@/lib/base/time-zone";

/** Lists the time zones of the browser as options of a field. UTC is not among them in every browser. */
export function listTimeZones(): readonly (readonly [string, string])[] {
  const zones = new Set([defaultTimeZone, ...Intl.supportedValuesOf("timeZone")]);
  return [...zones].map((zone) => [zone, zone] as const);
}
