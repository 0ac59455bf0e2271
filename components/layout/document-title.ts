import { defaultLinkParameters, pages } from "./pages";

/** Returns "chat-70b · Signals · Ridgepoint". Null for a page that does not show one deployment. */
export function documentTitle(pathname: string, deploymentTitle: string): string | null {
  const page = pages.find(({ path }) => path === pathname);
  const parameters: readonly string[] = page?.linkParameters ?? defaultLinkParameters;
  if (page === undefined || !parameters.includes("d")) return null;
  return `${deploymentTitle} · ${page.title} · Ridgepoint`;
}
