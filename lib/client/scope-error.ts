/** Checks that the deployment, model and instance of a link exist. */

interface ListedDeployment {
  readonly slug: string;
  readonly title: string;
  readonly model: string;
  readonly instances: readonly string[];
}

/** Deployments that the server returned. */
export interface LoadedDeployments {
  readonly deployments: readonly ListedDeployment[];
  /** Former slugs mapped to current slugs. */
  readonly aliases: Readonly<Record<string, string>>;
}

/** Deployment, model and instance in the URL. */
export interface RequestedScope {
  /** Deployment as written in the link, valid or not. */
  readonly linkedDeployment: string | null;
  readonly deployment: string | null;
  readonly model: string | null;
  readonly instance: string | null;
}

/** Deployment, model or instance of the URL that does not exist. */
export type ScopeError =
  | { readonly kind: "no-deployment"; readonly requested: string }
  | { readonly kind: "no-model"; readonly requested: string; readonly title: string }
  /** The requested instance is not a current instance. A past window may still have data of it. */
  | { readonly kind: "no-instance"; readonly requested: string; readonly title: string };

/**
 * Checks deployment, model and instance of the URL. Undefined if all exist, or if the deployments are not
 * loaded yet.
 */
export function findScopeError(
  { linkedDeployment, deployment, model, instance }: RequestedScope,
  loaded: LoadedDeployments | undefined,
): ScopeError | undefined {
  if (deployment === null)
    return linkedDeployment === null ? undefined : { kind: "no-deployment", requested: linkedDeployment };
  if (loaded === undefined || loaded.deployments.length === 0) return undefined;
  const slug = loaded.aliases[deployment] ?? deployment;
  const found = loaded.deployments.find((one) => one.slug === slug);
  if (found === undefined) return { kind: "no-deployment", requested: deployment };
  const { title } = found;
  if (model !== null && model !== found.model) return { kind: "no-model", requested: model, title };
  if (instance !== null && found.instances.length > 0 && !found.instances.includes(instance))
    return { kind: "no-instance", requested: instance, title };
  return undefined;
}
