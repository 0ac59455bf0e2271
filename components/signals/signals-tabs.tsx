"use client";

import { linkTo, useView } from "@/lib/client/url-state";
import { PageTabs } from "@/components/shared/page-tabs";

/** The ways to look at one deployment's signals. */
const pages = [
  { title: "Over time", path: "/signals" },
  { title: "Correlate", path: "/signals/correlate" },
] as const;

export function SignalsTabs() {
  const [{ d, m, i, from, to, live }] = useView();
  const tabs = pages.map((page) => ({ ...page, href: linkTo(page.path, { d, m, i, from, to, live }) }));
  return <PageTabs label="Ways to look at signals" tabs={tabs} className="mt-4" />;
}
