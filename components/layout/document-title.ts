import { defaultLinkParameters, pages } from "./pages";

/** Ids of pages that show several deployments or none, although their links keep the deployment. */
const pagesWithoutDeployment: ReadonlySet<string> = new Set(["overview", "calculators", "compare-sides"]);

/** Returns "chat-70b · Signals · Ridgepoint". Null for a page that does not show one deployment. */
export function documentTitle(pathname: string, deploymentTitle: string): string | null {
  const page = pages.find(({ path }) => path === pathname);
  const parameters: readonly string[] = page?.linkParameters ?? defaultLinkParameters;
  if (page === undefined || !parameters.includes("d") || pagesWithoutDeployment.has(page.id)) return null;
  return `${deploymentTitle} · ${page.title} · Ridgepoint`;
}
