"use client";

import { linkTo, useView } from "@/lib/client/url-state";
import { PageTabs } from "@/components/shared/page-tabs";

/** Tabs of the roofline page. */
const parts = [
  { title: "Operating points", path: "/roofline" },
  { title: "Batch sweep", path: "/roofline/sweep" },
  { title: "Calculators", path: "/roofline/calculators" },
] as const;

export function RooflineTabs() {
  const [{ d, m, i, from, to, live }] = useView();
  const tabs = parts.map((part) => ({ ...part, href: linkTo(part.path, { d, m, i, from, to, live }) }));
  return <PageTabs label="Roofline tabs" tabs={tabs} className="mb-4" />;
}
