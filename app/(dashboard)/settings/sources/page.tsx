import type { Metadata } from "next";
import { pageOf } from "@/components/layout/pages";
import { SourcesPage } from "@/components/settings/sources/sources-page";

export const metadata: Metadata = { title: pageOf("sources").title };

export default function Page() {
  return <SourcesPage />;
}
