import { addInstanceToLink, SectionTabs } from "@/components/layout/section-tabs";

/** Tabs of the roofline page. */
export function RooflineTabs() {
  return <SectionTabs label="Roofline tabs" className="mb-4" extendLink={addInstanceToLink} />;
}
