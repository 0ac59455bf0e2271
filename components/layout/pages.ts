/**
 * The list of pages. Sidebar, tabs, command palette, keyboard shortcuts, kiosk mode, page titles and the tests of
 * every page read it. Server components read it too, so it imports no hooks.
 */
import {
  Activity,
  AlignLeft,
  Bookmark,
  ChartSpline,
  ListTree,
  Columns2,
  RotateCw,
  ShieldCheck,
  SlidersHorizontal,
} from "lucide-react";
import type { LucideIcon } from "lucide-react";
import type { ViewState } from "@/lib/client/url-state";

interface PageEntry {
  /** Title of the document, and name of the page in kiosk mode and the shortcut list. */
  readonly title: string;
  /** The first segment is the section: pages of one section share their tabs. */
  readonly path: string;
  /** Entry in the sidebar. Absent if the page is not the main page of its section. */
  readonly sidebarEntry?: {
    readonly title: string;
    readonly icon: LucideIcon;
    /** True if the page is a tab on phones. Other main pages are in a menu there. */
    readonly hasTab?: true;
  };
  /** Name of the tab. Absent: `title`. */
  readonly tabTitle?: string;
  /** Keyboard shortcut in the syntax of `typed-keys.ts`. Absent if the page has none. */
  readonly keys?: string;
  /** Explanation in the command palette. Absent: the name of the section, and none for a main page. */
  readonly paletteText?: string;
  /** True if kiosk mode can show the page. Its content is in `app/kiosk/page.tsx`. */
  readonly isKiosk?: true;
  /** View parameters that a link from another section keeps. If absent, `defaultLinkParameters`. */
  readonly linkParameters?: readonly (keyof ViewState)[];
}

const timeWindow = ["from", "to", "live"] as const;

/** View parameters that links to a page contain, unless the page defines others. */
export const defaultLinkParameters = ["d", ...timeWindow] as const;

/** In navigation order, by id. Links to kiosk mode and the tests name pages by their id. */
const entries = {
  overview: {
    title: "Overview",
    path: "/overview",
    sidebarEntry: { title: "Overview", icon: AlignLeft, hasTab: true },
    keys: "g>o",
    isKiosk: true,
    linkParameters: timeWindow,
  },
  signals: {
    title: "Signals",
    path: "/signals",
    sidebarEntry: { title: "Signals", icon: Activity, hasTab: true },
    tabTitle: "Time series",
    keys: "g>s",
    isKiosk: true,
  },
  correlate: {
    title: "Correlation",
    path: "/signals/correlate",
    paletteText: "compare two signals",
    isKiosk: true,
  },
  traces: {
    title: "Traces",
    path: "/traces",
    sidebarEntry: { title: "Traces", icon: ListTree, hasTab: true },
    tabTitle: "List",
    keys: "g>t",
    isKiosk: true,
  },
  operations: { title: "Operations", path: "/traces/operations" },
  breakdown: { title: "Breakdown of traces", path: "/traces/breakdown", tabTitle: "Breakdown" },
  slow: { title: "Slow requests", path: "/traces/slow" },
  compare: { title: "Compare traces", path: "/traces/compare", tabTitle: "Compare" },
  flow: { title: "Flow", path: "/traces/flow" },
  roofline: {
    title: "Roofline",
    path: "/roofline",
    sidebarEntry: { title: "Roofline", icon: ChartSpline, hasTab: true },
    tabTitle: "Operating points",
    keys: "g>r",
  },
  sweep: { title: "Batch sweep", path: "/roofline/sweep" },
  calculators: { title: "Calculators", path: "/roofline/calculators" },
  baselines: {
    title: "Baselines",
    path: "/baselines",
    sidebarEntry: { title: "Baselines", icon: Bookmark },
    keys: "g>b",
  },
  "compare-sides": {
    title: "Compare baselines and windows",
    path: "/compare",
    sidebarEntry: { title: "Compare", icon: Columns2 },
    keys: "g>m",
  },
  gates: {
    title: "Gates",
    path: "/gates",
    sidebarEntry: { title: "Gates", icon: ShieldCheck },
    keys: "g>g",
  },
  investigations: {
    title: "Investigations",
    path: "/investigations",
    sidebarEntry: { title: "Investigations", icon: RotateCw, hasTab: true },
    tabTitle: "List",
    keys: "g>i",
  },
  "case-studies": {
    title: "Case studies",
    path: "/investigations/case-studies",
    paletteText: "resolved problems and their fixes",
    linkParameters: ["d"],
  },
  sources: {
    title: "Sources",
    path: "/settings/sources",
    sidebarEntry: { title: "Settings", icon: SlidersHorizontal },
    keys: "g>c",
    linkParameters: [],
  },
  deployments: { title: "Deployments", path: "/settings/deployments", linkParameters: [] },
  hardware: { title: "Hardware and models", path: "/settings/hardware", linkParameters: [] },
  organisation: { title: "Organisation", path: "/settings/organisation", linkParameters: [] },
  templates: {
    title: "Investigation templates",
    path: "/settings/templates",
    tabTitle: "Templates",
    linkParameters: [],
  },
  audit: {
    title: "Audit trail",
    path: "/settings/audit",
    paletteText: "who changed what",
    linkParameters: [],
  },
  people: { title: "People", path: "/settings/people", linkParameters: [] },
  tokens: {
    title: "API tokens",
    path: "/settings/tokens",
    paletteText: "access for programs",
    linkParameters: [],
  },
  webhooks: {
    title: "Webhooks",
    path: "/settings/webhooks",
    paletteText: "messages to other programs",
    linkParameters: [],
  },
  api: { title: "API", path: "/settings/api", paletteText: "all endpoints", linkParameters: [] },
  sessions: { title: "Sessions", path: "/settings/sessions", linkParameters: [] },
  profile: { title: "Profile", path: "/settings/profile", linkParameters: [] },
  "data-check": { title: "Data check", path: "/settings/data-check", linkParameters: ["d"] },
} as const satisfies Readonly<Record<string, PageEntry>>;

type PageId = keyof typeof entries;

/** Page of the application with its navigation entries. */
export interface Page extends PageEntry {
  readonly id: PageId;
}

/** Page with an entry in the sidebar. */
export interface MainPage extends Page {
  readonly sidebarEntry: NonNullable<Page["sidebarEntry"]>;
}

/** Pages that kiosk mode can show. */
export type KioskPage = {
  [Id in PageId]: (typeof entries)[Id] extends { readonly isKiosk: true } ? Id : never;
}[PageId];

const ids = Object.keys(entries) as readonly PageId[];

/** All pages, in navigation order. */
export const pages: readonly Page[] = ids.map(getPage);

/** Pages with an entry in the sidebar, in navigation order. */
export const mainPages = pages.filter((page): page is MainPage => page.sidebarEntry !== undefined);

/** Ids of the pages that kiosk mode can show. */
export const kioskPages = ids.filter((id): id is KioskPage => "isKiosk" in entries[id]);

/** Returns the page with this id: its title, path and links. */
export function getPage(id: PageId): Page {
  return { id, ...entries[id] };
}

const sectionOf = (path: string): string => path.split("/")[1] ?? "";

/** Returns the pages of the section to which `path` belongs. */
export function pagesInSection(path: string): readonly Page[] {
  return pages.filter((page) => sectionOf(page.path) === sectionOf(path));
}

/** Returns the main page of a page's section. Undefined for a main page and for a section without one. */
export function findMainPage(page: Page): MainPage | undefined {
  if (page.sidebarEntry !== undefined) return undefined;
  return mainPages.find(({ path }) => sectionOf(path) === sectionOf(page.path));
}

/** Returns whether the open page (`pathname`) is in the same section as `page`. */
export function isSectionOpen(page: Page, pathname: string): boolean {
  return sectionOf(page.path) === sectionOf(pathname);
}
