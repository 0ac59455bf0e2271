import type { Metadata } from "next";
import { CaseStudiesPage } from "@/components/investigations/reports/case-studies-page";
import { getPage } from "@/components/layout/pages";

export const metadata: Metadata = { title: getPage("case-studies").title };

export default function Page() {
  return <CaseStudiesPage />;
}
