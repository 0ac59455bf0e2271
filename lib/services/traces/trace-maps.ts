/** By which maps one trace is read: of the deployment that somebody looks at, else of the one whose services these are. */
import { phaseMapsFor } from "@/lib/engines/phase-maps";
import type { PhaseMap } from "@/lib/model/phase-map";
import type { Trace } from "@/lib/model/trace";
import type { KnownDeployment } from "@/lib/services/deployments/known-deployments";
import { slugOwner, ownerOf } from "./trace-owner";

/** `slug` is of a link, which may be old: where there is no such deployment, the services decide. */
export async function mapsOf(trace: Trace, slug: string | undefined): Promise<readonly PhaseMap[]> {
  return mapsBy(await traceOwner(trace, slug));
}

/** Null where its services are nobody's. */
export async function traceOwner(trace: Trace, slug: string | undefined): Promise<KnownDeployment | null> {
  const named = slug === undefined ? null : await slugOwner(slug);
  return named ?? (await ownerOf(servicesOf(trace)));
}

export function mapsBy(owner: Pick<KnownDeployment, "engine" | "phases"> | null): readonly PhaseMap[] {
  return phaseMapsFor(owner?.engine ?? null, owner?.phases);
}

/** Each once, the earliest first: whose request it is decides between equals. */
function servicesOf({ spans }: Trace): readonly string[] {
  const first = new Map<string, number>();
  for (const { service, startNs } of spans)
    if (startNs < (first.get(service) ?? Infinity)) first.set(service, startNs);
  return [...first].toSorted(([, a], [, b]) => a - b).map(([service]) => service);
}
