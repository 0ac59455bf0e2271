"use client";

import { linkTo, useView } from "@/lib/client/url-state";
import { PageTabs } from "@/components/shared/page-tabs";

/** Pages that show the signals of one deployment. */
const pages = [
  { title: "Time series", path: "/signals" },
  { title: "Correlation", path: "/signals/correlate" },
] as const;

export function SignalsTabs() {
  const [{ d, m, i, from, to, live }] = useView();
  const tabs = pages.map((page) => ({ ...page, href: linkTo(page.path, { d, m, i, from, to, live }) }));
  return <PageTabs label="Signals views" tabs={tabs} className="mt-4" />;
}
