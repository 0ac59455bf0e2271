/** Names the two sides of a comparison, for the start of a sentence and for a column head. */
import type { ComparedGroup } from "@/lib/model/traces/compared-group";

interface Side {
  readonly group: ComparedGroup;
  /** Null for a trace requested by id only. */
  readonly deployment: { readonly slug: string; readonly title: string } | null;
}

/** The two compared groups of requests. */
export interface ComparedGroups {
  readonly a: Side;
  readonly b: Side;
}

/** Names of the two compared groups of requests. */
export interface SideTexts {
  readonly a: string;
  readonly b: string;
}

/**
 * Returns the names of two groups of requests for sentences, with their deployments if these differ. `attribute` is the
 * attribute whose values divide the groups, if an attribute does.
 */
export function sideNames({ a, b }: ComparedGroups, attribute: string | undefined): SideTexts {
  const name = (side: Side, other: Side, which: "first" | "second"): string => {
    if (side.group.kind === "trace") return isPair({ a, b }) ? `The ${which} request` : "This request";
    const plain = plainName(side, other, attribute);
    return namesDeployment(side, other) ? `${plain} of ${side.deployment?.title ?? ""}` : plain;
  };
  return { a: name(a, b, "first"), b: name(b, a, "second") };
}

/** Returns short names of two groups of requests for column heads. */
export function sideColumnHeads({ a, b }: ComparedGroups): SideTexts {
  const label = (side: Side, other: Side, which: "First" | "Second"): string => {
    if (side.group.kind === "trace") return isPair({ a, b }) ? which : "This";
    const plain = plainLabel(side, other);
    if (!namesDeployment(side, other)) return plain;
    const title = side.deployment?.title ?? "";
    return side.group.kind === "all" ? title : `${plain}, ${title}`;
  };
  return { a: label(a, b, "First"), b: label(b, a, "Second") };
}

function isPair({ a, b }: ComparedGroups): boolean {
  return a.group.kind === "trace" && b.group.kind === "trace";
}

function namesDeployment(side: Side, other: Side): boolean {
  return other.group.kind !== "trace" && side.deployment?.slug !== other.deployment?.slug;
}

const labels = {
  slow: "Slow",
  rest: "Rest",
  previous: "Previous window",
  weekday: "One week earlier",
  earlier: "Earlier window",
  from: "Other window",
  after: "After",
  before: "Before",
  "high-load": "High load",
  "low-load": "Low load",
} as const;

function plainLabel({ group }: Side, other: Side): string {
  if (group.kind === "value") return group.value;
  if (group.kind === "trace") return "This";
  if (group.kind === "all") return earlierKinds.has(other.group.kind) ? "This window" : "All";
  return labels[group.kind];
}

const earlierKinds: ReadonlySet<string> = new Set(["previous", "weekday", "earlier", "from"]);

/** Returns the name of the group that one request is compared with. */
function comparisonGroupName({ deployment }: Side): string {
  return deployment === null ? "Requests in this window" : `Requests of ${deployment.title} in this window`;
}

function plainName(side: Side, other: Side, attribute: string | undefined): string {
  const { group } = side;
  switch (group.kind) {
    case "slow":
      return "Slow requests";
    case "rest":
      return "The rest";
    case "all":
      if (other.group.kind === "trace") return comparisonGroupName(side);
      return earlierKinds.has(other.group.kind) ? "Requests in this window" : "Requests";
    case "previous":
      return "Requests in the previous window";
    case "weekday":
      return "Requests one week earlier";
    case "earlier":
      return "Requests in the earlier window";
    case "from":
      return "Requests in the other window";
    case "after":
      return "Requests after the change";
    case "before":
      return "Requests before the change";
    case "high-load":
      return "Requests under high load";
    case "low-load":
      return "Requests under low load";
    case "value":
      return `Requests with ${attribute ?? "the attribute"} ${group.value}`;
    case "trace":
      return "This request";
  }
}
