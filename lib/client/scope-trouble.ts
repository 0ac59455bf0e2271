/** Whether a link names a deployment, model and instance that are there. */

interface Listed {
  readonly slug: string;
  readonly title: string;
  readonly model: string;
  readonly instances: readonly string[];
}

export interface Known {
  readonly deployments: readonly Listed[];
  /** Former slugs to present ones. */
  readonly aliases: Readonly<Record<string, string>>;
}

export interface AskedScope {
  /** As the link has it, usable or not. */
  readonly linked: string | null;
  readonly d: string | null;
  readonly m: string | null;
  readonly i: string | null;
}

export type ScopeTrouble =
  | { readonly kind: "no-deployment"; readonly asked: string }
  | { readonly kind: "no-model"; readonly asked: string; readonly title: string }
  /** None of those it has now; an older window may know it. */
  | { readonly kind: "no-instance"; readonly asked: string; readonly title: string };

/** Undefined while nothing is wrong, or nothing is known yet that could tell. */
export function scopeTrouble(
  { linked, d, m, i }: AskedScope,
  known: Known | undefined,
): ScopeTrouble | undefined {
  if (d === null) return linked === null ? undefined : { kind: "no-deployment", asked: linked };
  if (known === undefined || known.deployments.length === 0) return undefined;
  const slug = known.aliases[d] ?? d;
  const found = known.deployments.find((one) => one.slug === slug);
  if (found === undefined) return { kind: "no-deployment", asked: d };
  const { title } = found;
  if (m !== null && m !== found.model) return { kind: "no-model", asked: m, title };
  if (i !== null && found.instances.length > 0 && !found.instances.includes(i))
    return { kind: "no-instance", asked: i, title };
  return undefined;
}
