/** A limit in the details of a deployment. */
import type { ReviewableDeployment } from "@/lib/contracts/discovery";
import { formatLimit } from "@/lib/format/limit";
import { limitDefinition, type LimitId, type LimitOrigin } from "@/lib/model/deployment/limits";

const originTexts: { readonly [Origin in LimitOrigin]: string } = {
  default: "default",
  person: "set in Settings",
  file: "from the configuration file",
};

/** Returns the limit with its origin: "TTFT p95: 2 s (set in Settings)". */
export function limitFactText(
  id: LimitId,
  { value, setBy }: ReviewableDeployment["limits"][LimitId],
): string {
  return `${limitDefinition(id).title}: ${formatLimit(id, value)} (${originTexts[setBy]})`;
}
