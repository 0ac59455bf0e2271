"use client";

import { useStudyState, withConditions } from "@/lib/client/study-url";
import { linkTo, useView } from "@/lib/client/url-state";
import { PageTabs } from "@/components/shared/page-tabs";

/** The parts of the Traces room, each a page of its own. */
const tabs = [
  { title: "List", path: "/traces" },
  { title: "Operations", path: "/traces/operations" },
  { title: "Breakdown", path: "/traces/breakdown" },
  { title: "Slow against the rest", path: "/traces/slow" },
  { title: "Compare", path: "/traces/compare" },
  { title: "Flow", path: "/traces/flow" },
] as const;

/** Every part keeps the deployment, the window, what it is compared with and which of its traces are looked at. */
export function TracesTabs() {
  const [{ d, from, to, live, cmp }] = useView();
  const [conditions] = useStudyState();
  const tabLinks = tabs.map(({ title, path }) => ({
    title,
    path,
    href: withConditions(linkTo(path, { d, from, to, live, cmp }), conditions),
  }));
  return <PageTabs label="Parts of Traces" tabs={tabLinks} className="mb-4" isWide />;
}
