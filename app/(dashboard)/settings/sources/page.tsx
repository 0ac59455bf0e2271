import type { Metadata } from "next";
import { getPage } from "@/components/layout/pages";
import { SourcesPage } from "@/components/settings/sources/sources-page";

export const metadata: Metadata = { title: getPage("sources").title };

export default function Page() {
  return <SourcesPage />;
}
