/** Remarks of discovery as sentences. */
import type { DiscoveryRemark, DuplicateTargets, MixedStacks } from "@/lib/model/deployment/discovery-remark";
import { countWithNoun } from "@/lib/format/agreement";

const resolutions: Readonly<Record<DuplicateTargets["basis"], string>> = {
  counters: "Their counters agree, so Ridgepoint counts these copies once.",
  name: "No counter changed, so the copies could not be compared. Labels with this name usually identify the scraping Prometheus, so each engine server is counted once.",
  differ: "Their counters differ, so these are separate servers and each is counted.",
  unknown:
    "No counter has changed yet, so the copies could not be compared. Each copy is counted, so values may be too high until a counter changes.",
};

/** Returns a remark of discovery about a deployment as sentences. */
export function describeDiscoveryRemark(remark: DiscoveryRemark): string {
  return remark.kind === "duplicate-targets" ? describeCopies(remark) : describeStacks(remark);
}

function describeStacks({ stacks, part }: MixedStacks): string {
  return `${stacks.length} Dynamo stacks serve this model (${stacks.join(", ")}), but the series of their ${part} do not name the stack, so they are reported together. Add the stack name as the label dynamo_namespace in the scrape configuration, or separate the stacks with selectors.`;
}

function describeCopies({ servers, differingLabels, basis }: DuplicateTargets): string {
  const labels = differingLabels
    .map(({ label, values }) => `${label} (${values.map(nameOf).join(", ")})`)
    .join(" and ");
  return `${countWithNoun(servers, "server is", "servers are")} scraped several times, with different values of ${labels}. ${resolutions[basis]}`;
}

const nameOf = (value: string): string => (value === "" ? "without" : value);
