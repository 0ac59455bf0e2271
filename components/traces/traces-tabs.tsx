"use client";

import { useStudyState, addConditionsToLink } from "@/lib/client/study-url";
import { linkTo } from "@/lib/client/url-state";
import { SectionTabs } from "@/components/layout/section-tabs";

/** Tabs of the Traces pages. Their links contain the comparison and the conditions. */
export function TracesTabs() {
  const [conditions] = useStudyState();
  return (
    <SectionTabs
      label="Traces pages"
      className="mb-4"
      isWide
      extendLink={(link, { cmp }) => addConditionsToLink(linkTo(link, { cmp }), conditions)}
    />
  );
}
