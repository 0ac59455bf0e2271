/** Whether a link names a deployment, model and instance that are there. */

interface ListedDeployment {
  readonly slug: string;
  readonly title: string;
  readonly model: string;
  readonly instances: readonly string[];
}

export interface KnownDeployments {
  readonly deployments: readonly ListedDeployment[];
  /** Former slugs to present ones. */
  readonly aliases: Readonly<Record<string, string>>;
}

export interface RequestedScope {
  /** As the link has it, usable or not. */
  readonly linked: string | null;
  readonly d: string | null;
  readonly m: string | null;
  readonly i: string | null;
}

export type ScopeError =
  | { readonly kind: "no-deployment"; readonly requested: string }
  | { readonly kind: "no-model"; readonly requested: string; readonly title: string }
  /** None of those it has now; an older window may know it. */
  | { readonly kind: "no-instance"; readonly requested: string; readonly title: string };

/** Undefined while nothing is wrong, or nothing is known yet that could tell. */
export function findScopeError(
  { linked, d, m, i }: RequestedScope,
  known: KnownDeployments | undefined,
): ScopeError | undefined {
  if (d === null) return linked === null ? undefined : { kind: "no-deployment", requested: linked };
  if (known === undefined || known.deployments.length === 0) return undefined;
  const slug = known.aliases[d] ?? d;
  const found = known.deployments.find((one) => one.slug === slug);
  if (found === undefined) return { kind: "no-deployment", requested: d };
  const { title } = found;
  if (m !== null && m !== found.model) return { kind: "no-model", requested: m, title };
  if (i !== null && found.instances.length > 0 && !found.instances.includes(i))
    return { kind: "no-instance", requested: i, title };
  return undefined;
}
