/** States why GPU metrics cannot be attributed to the displayed pool. */

interface DisplayedScope {
  /** True if only one model or one instance of the deployment is selected. */
  readonly isSubset: boolean;
  readonly poolCount: number;
}

/**
 * Returns why GPU activity cannot be attributed to this pool, as a sentence; null if the pool is the
 * complete deployment.
 */
export function describeSharedHardware({ isSubset, poolCount }: DisplayedScope): string | null {
  if (isSubset)
    return "GPU metrics can be matched only to the entire deployment, not to a single model or instance.";
  if (poolCount > 1) return "GPU metrics can be matched only to the entire deployment, not to a single pool.";
  return null;
}
