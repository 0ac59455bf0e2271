/** Controls of the top bar per page. A page without a window has no window picker, and a page without refresh no "Live". */
import { mainPages, isSectionOpen } from "./pages";

/** Parts of the top bar that apply to the open page. */
export interface TopBarScope {
  /** "filter": the page lists objects of one deployment or of all. Null: the page is not limited to a deployment. */
  readonly deployment: "one" | "filter" | null;
  readonly hasWindow: boolean;
  /** True if the page refreshes its data and reports their age. */
  readonly isLive: boolean;
  /** Name of the section, shown instead of the deployment. */
  readonly title: string;
}

const filtered = { deployment: "filter", hasWindow: false, isLive: false } as const;
/** A complete trace does not change. The deployment decides the rules of its phases. */
const trace = { deployment: "one", hasWindow: true, isLive: false } as const;
const unscoped = { deployment: null, hasWindow: false, isLive: false } as const;

/** The first matching path decides. Other pages show one deployment in a window that they refresh. */
const scopes: readonly (readonly [RegExp, Omit<TopBarScope, "title">])[] = [
  [/^\/baselines$/, { ...filtered, hasWindow: true }],
  [/^\/(?:gates|investigations|investigations\/case-studies)$/, filtered],
  [/^\/traces\/[0-9a-f]{16,32}$/, trace],
  [/^\/(?:settings|compare|baselines|gates|investigations|roofline\/calculators)(?:\/|$)/, unscoped],
];

/** Returns the parts of the top bar that apply to a page. */
export function findTopBarScope(pathname: string): TopBarScope {
  const title = mainPages.find((page) => isSectionOpen(page, pathname))?.sidebarEntry.title ?? "Ridgepoint";
  const [, scope = { deployment: "one", hasWindow: true, isLive: true }] =
    scopes.find(([pattern]) => pattern.test(pathname)) ?? [];
  return { ...scope, title };
}
