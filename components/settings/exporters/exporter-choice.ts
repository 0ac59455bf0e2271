/** Converts between the exporter targets that the operator selects and attachments. Pure. */
import type { ExporterTarget } from "@/lib/contracts/deployment-exporters";
import type { ReviewableDeployment, ReviewBody } from "@/lib/contracts/discovery";
import { families } from "@/lib/model/signals/signal-definition";

type Attachments = NonNullable<ReviewBody["attachments"]>;

/** Returns a unique key for one target of one exporter. */
export function targetKey({ exporter, selector }: Pick<ExporterTarget, "exporter" | "selector">): string {
  return `${exporter} ${JSON.stringify(selector)}`;
}

/** Returns the keys of the targets that are joined to the deployment. */
export function collectJoinedKeys(targets: readonly ExporterTarget[]): ReadonlySet<string> {
  return new Set(targets.filter(({ fit }) => fit === "joined").map(targetKey));
}

/** Returns the exporters to save: those with a selected target, in the order of `targets`. */
export function toAttachments(
  targets: readonly ExporterTarget[],
  chosenTargetKeys: ReadonlySet<string>,
): Attachments {
  const chosenTargets = targets.filter((target) => chosenTargetKeys.has(targetKey(target)));
  return [...Map.groupBy(chosenTargets, ({ exporter }) => exporter)].map(([exporter, exporterTargets]) => ({
    exporter,
    selectors: exporterTargets.map(({ selector }) => selector),
  }));
}

/** Exporter targets of one family of signals. */
export interface FamilyTargets {
  readonly family: ReviewableDeployment["attachments"][number]["family"];
  /** Targets that are joined, or whose labels do not belong to another deployment. */
  readonly relatedTargets: readonly ExporterTarget[];
  /** Targets whose labels belong to another deployment. */
  readonly unrelatedTargets: readonly ExporterTarget[];
}

/**
 * Groups targets by family and separates joined or possible targets from unrelated ones. Families without targets are
 * omitted.
 */
export function groupByFamily(targets: readonly ExporterTarget[]): readonly FamilyTargets[] {
  return families.flatMap((family) => {
    const familyTargets = targets.filter((target) => target.family === family);
    if (familyTargets.length === 0) return [];
    const [related, unrelated] = [false, true].map((is) =>
      familyTargets.filter(({ fit }) => (fit === "elsewhere") === is),
    );
    return [{ family, relatedTargets: related ?? [], unrelatedTargets: unrelated ?? [] }];
  });
}
