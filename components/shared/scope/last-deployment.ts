/** The deployment that this tab displayed last. A browser may forbid the storage, and the tab then has none. */

const storageKey = "ridgepoint-deployment";

/** Remembers the deployment until the tab is closed. */
export function storeLastDeployment(slug: string): void {
  tabStorage()?.setItem(storageKey, slug);
}

/** Returns the slug of the deployment that the tab displayed last. Null if there is none. */
export function readLastDeployment(): string | null {
  return tabStorage()?.getItem(storageKey) ?? null;
}

function tabStorage(): Storage | undefined {
  try {
    return sessionStorage;
  } catch (error) {
    if (error instanceof DOMException) return undefined;
    throw error;
  }
}
