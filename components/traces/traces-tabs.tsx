"use client";

import { useStudyState, withConditions } from "@/lib/client/study-url";
import { linkTo, useView } from "@/lib/client/url-state";
import { PageTabs } from "@/components/shared/page-tabs";

/** Tabs of the Traces pages. */
const tabs = [
  { title: "List", path: "/traces" },
  { title: "Operations", path: "/traces/operations" },
  { title: "Breakdown", path: "/traces/breakdown" },
  { title: "Slow requests", path: "/traces/slow" },
  { title: "Compare", path: "/traces/compare" },
  { title: "Flow", path: "/traces/flow" },
] as const;

/** Shows the tabs, whose links keep the deployment, window, comparison and conditions. */
export function TracesTabs() {
  const [{ d, from, to, live, cmp }] = useView();
  const [conditions] = useStudyState();
  const tabLinks = tabs.map(({ title, path }) => ({
    title,
    path,
    href: withConditions(linkTo(path, { d, from, to, live, cmp }), conditions),
  }));
  return <PageTabs label="Traces pages" tabs={tabLinks} className="mb-4" isWide />;
}
