/** Main pages, in navigation order. */
import { Activity, AlignLeft, ChartSpline, ListTree, SlidersHorizontal } from "lucide-react";
import type { LucideIcon } from "lucide-react";

export interface NavigationPage {
  readonly id: "overview" | "signals" | "traces" | "roofline" | "settings";
  readonly title: string;
  readonly path: string;
  readonly icon: LucideIcon;
}

export const pages: readonly NavigationPage[] = [
  { id: "overview", title: "Overview", path: "/overview", icon: AlignLeft },
  { id: "signals", title: "Signals", path: "/signals", icon: Activity },
  { id: "traces", title: "Traces", path: "/traces", icon: ListTree },
  { id: "roofline", title: "Roofline", path: "/roofline", icon: ChartSpline },
  { id: "settings", title: "Settings", path: "/settings/sources", icon: SlidersHorizontal },
];

export function isPageOpen(page: NavigationPage, pathname: string): boolean {
  return pathname === page.path || pathname.startsWith(`/${page.id}`);
}
