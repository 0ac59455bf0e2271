/** A limit of a deployment as text. */
import { limitDefinition, type LimitId } from "@/lib/model/deployment/limits";
import { formatConfiguredValue } from "./number";

/** Formats a limit without extra digits: "1 s", "50 ms", "95 %". */
export function formatLimit(id: LimitId, value: number): string {
  const { unit, displayUnit } = limitDefinition(id);
  return formatConfiguredValue(value, unit, displayUnit);
}
