/** What discovery had to decide, as sentences. */
import type { DiscoveryRemark, DuplicateTargets, MixedStacks } from "@/lib/model/discovery-remark";

const resolutions: Readonly<Record<DuplicateTargets["by"], string>> = {
  counters: "Their counters agree, so these are copies: they count once.",
  name: "Nothing moved that could be compared; a label of this name tells scrapers apart, so they count once.",
  differ: "Their counters differ, so these are servers of their own: each counts.",
  unknown:
    "Nothing moved yet that could be compared: each counts, so numbers may be too high until something does.",
};

export function describeRemark(remark: DiscoveryRemark): string {
  return remark.kind === "duplicate-targets" ? describeCopies(remark) : describeStacks(remark);
}

function describeStacks({ stacks, part }: MixedStacks): string {
  return `${stacks.length} Dynamo stacks serve this model here (${stacks.join(", ")}), and the series of these ${part} do not say whose they are: they are told together. Have the scrape write the stack's name on them as dynamo_namespace, or split them by selectors.`;
}

function describeCopies({ servers, differingLabels, by }: DuplicateTargets): string {
  const labels = differingLabels
    .map(({ label, values }) => `${label} (${values.map(nameOf).join(", ")})`)
    .join(" and ");
  const what = servers === 1 ? "One server comes" : `${servers} servers come`;
  return `${what} several times, apart in ${labels} only. ${resolutions[by]}`;
}

const nameOf = (value: string): string => (value === "" ? "without" : value);
