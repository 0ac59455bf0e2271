/** Names of the two sides, for the start of a sentence and for a column head. */
import type { ComparisonRequest, ComparisonSide } from "./resolve-comparison";

export interface SideNames {
  readonly a: string;
  readonly b: string;
}

/** Returns the names for sentences. They include the deployment if the sides differ in it. */
export function sideNames({ a, b, query }: ComparisonRequest): SideNames {
  const name = (side: ComparisonSide, other: ComparisonSide, which: "first" | "second"): string => {
    if (side.group.kind === "trace") return isPair({ a, b }) ? `The ${which} request` : "This request";
    const plain = plainName(side, other, query.attribute);
    return namesDeployment(side, other) ? `${plain} of ${side.deployment?.title ?? ""}` : plain;
  };
  return { a: name(a, b, "first"), b: name(b, a, "second") };
}

/** Returns the short names for column heads. */
export function sideLabels({ a, b }: Pick<ComparisonRequest, "a" | "b">): SideNames {
  const label = (side: ComparisonSide, other: ComparisonSide, which: "First" | "Second"): string => {
    if (side.group.kind === "trace") return isPair({ a, b }) ? which : "This";
    const plain = plainLabel(side, other);
    if (!namesDeployment(side, other)) return plain;
    const title = side.deployment?.title ?? "";
    return side.group.kind === "all" ? title : `${plain}, ${title}`;
  };
  return { a: label(a, b, "First"), b: label(b, a, "Second") };
}

function isPair({ a, b }: Pick<ComparisonRequest, "a" | "b">): boolean {
  return a.group.kind === "trace" && b.group.kind === "trace";
}

function namesDeployment(side: ComparisonSide, other: ComparisonSide): boolean {
  return other.group.kind !== "trace" && side.deployment?.slug !== other.deployment?.slug;
}

const labels = {
  slow: "Slow",
  rest: "Rest",
  previous: "Previous window",
  weekday: "One week earlier",
  from: "Other window",
  after: "After",
  before: "Before",
  "high-load": "High load",
  "low-load": "Low load",
} as const;

function plainLabel({ group }: ComparisonSide, other: ComparisonSide): string {
  if (group.kind === "value") return group.value;
  if (group.kind === "trace") return "This";
  if (group.kind === "all") return earlierKinds.has(other.group.kind) ? "This window" : "All";
  return labels[group.kind];
}

const earlierKinds: ReadonlySet<string> = new Set(["previous", "weekday", "from"]);

/** Returns the name of the group that one request is compared with. */
function comparisonGroupName({ deployment }: ComparisonSide): string {
  return deployment === null ? "Requests in this window" : `Requests of ${deployment.title} in this window`;
}

function plainName(side: ComparisonSide, other: ComparisonSide, attribute: string | undefined): string {
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
