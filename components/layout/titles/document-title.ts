import { defaultLinkParameters, pages } from "../pages";

/** Ids of pages that show several deployments or none, although their links keep the deployment. */
const pagesWithoutDeployment: ReadonlySet<string> = new Set(["overview", "calculators", "compare-sides"]);

/** Returns the name of a page that shows one deployment: "Signals", "Trace 0af76519". Null for other pages. */
export function titleOfPage(pathname: string): string | null {
  const [, traceId] = /^\/traces\/([0-9a-f]{16,32})$/.exec(pathname) ?? [];
  if (traceId !== undefined) return traceTitle(traceId);
  const page = pages.find(({ path }) => path === pathname);
  const parameters: readonly string[] = page?.linkParameters ?? defaultLinkParameters;
  if (page === undefined || !parameters.includes("d") || pagesWithoutDeployment.has(page.id)) return null;
  return page.title;
}

/** Names a trace by the first digits of its id, as lists do. */
export function traceTitle(traceId: string): string {
  return `Trace ${traceId.slice(0, 8)}`;
}
