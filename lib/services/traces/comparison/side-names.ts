/** How each side of a comparison is called where a sentence begins. */
import type { AskedComparison, AskedSide } from "./asked-comparison";

export interface SideNames {
  readonly a: string;
  readonly b: string;
}

/** Deployments are named where they differ. */
export function sideNames({ a, b, query }: AskedComparison): SideNames {
  const arePlacesNamed = a.deployment?.slug !== b.deployment?.slug;
  const isPair = a.group.kind === "trace" && b.group.kind === "trace";
  const name = (side: AskedSide, other: AskedSide, which: "first" | "second"): string => {
    if (side.group.kind === "trace") return isPair ? `The ${which} request` : "This request";
    const plain = plainName(side, other, query.attribute);
    return arePlacesNamed && side.deployment !== null && other.group.kind !== "trace"
      ? `${plain} of ${side.deployment.title}`
      : plain;
  };
  return { a: name(a, b, "first"), b: name(b, a, "second") };
}

const earlierKinds: ReadonlySet<string> = new Set(["previous", "weekday", "from"]);

function plainName({ group }: AskedSide, other: AskedSide, attribute: string | undefined): string {
  switch (group.kind) {
    case "slow":
      return "Slow requests";
    case "rest":
      return "The rest";
    case "all":
      return earlierKinds.has(other.group.kind) ? "Requests of this window" : "Requests";
    case "previous":
      return "Requests of the window before";
    case "weekday":
      return "Requests of the same time a week earlier";
    case "from":
      return "Requests of the other window";
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
