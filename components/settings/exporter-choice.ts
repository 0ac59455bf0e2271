/** What a person chose of the places that exporters tell of, as attachments and back. Pure. */
import type { ExporterTarget } from "@/lib/contracts/deployment-exporters";
import type { Proposal, ReviewBody } from "@/lib/contracts/discovery";
import { families } from "@/lib/model/signal-definition";

type Attachments = NonNullable<ReviewBody["attachments"]>;

/** One place of one exporter. */
export function targetKey({ exporter, selector }: Pick<ExporterTarget, "exporter" | "selector">): string {
  return `${exporter} ${JSON.stringify(selector)}`;
}

/** The places that are the deployment's own now. */
export function joinedKeys(targets: readonly ExporterTarget[]): ReadonlySet<string> {
  return new Set(targets.filter(({ fit }) => fit === "joined").map(targetKey));
}

/** What is saved: every exporter with a chosen place, in the order of `places`. */
export function toAttachments(targets: readonly ExporterTarget[], chosen: ReadonlySet<string>): Attachments {
  const chosenTargets = targets.filter((target) => chosen.has(targetKey(target)));
  return [...Map.groupBy(chosenTargets, ({ exporter }) => exporter)].map(([exporter, exporterTargets]) => ({
    exporter,
    selectors: exporterTargets.map(({ selector }) => selector),
  }));
}

export interface FamilyTargets {
  readonly family: Proposal["attachments"][number]["family"];
  readonly candidates: readonly ExporterTarget[];
  /** Labels say they are another's. */
  readonly unrelated: readonly ExporterTarget[];
}

/** By family, those that are or could be its own apart from the rest; families of which nothing is told are left out. */
export function groupByFamily(targets: readonly ExporterTarget[]): readonly FamilyTargets[] {
  return families.flatMap((family) => {
    const familyTargets = targets.filter((target) => target.family === family);
    if (familyTargets.length === 0) return [];
    const [candidates, unrelated] = [false, true].map((is) =>
      familyTargets.filter(({ fit }) => (fit === "elsewhere") === is),
    );
    return [{ family, candidates: candidates ?? [], unrelated: unrelated ?? [] }];
  });
}
