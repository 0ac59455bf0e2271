/** Describes a gate run as evidence. */
import type { GateRunEntry } from "@/lib/contracts/gates";
import type { EvidenceSubject } from "@/components/layout/keep-evidence";

/** Describes a gate run as evidence to store. */
export function createGateSubject({ id, deployment, baseline, window }: GateRunEntry): EvidenceSubject {
  return {
    question: { endpoint: "gate", gateId: id },
    title: `Gate run of ${deployment.title} with ${baseline.name}`.slice(0, 200),
    window,
    deployment: deployment.isDeleted ? null : deployment.slug,
    opening: { kind: "gate", path: createGateHref(id) },
  };
}

/** Returns the page of a gate run. */
export function createGateHref(gateId: string): string {
  return `/gates/${gateId}`;
}
