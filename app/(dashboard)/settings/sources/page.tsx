import type { Metadata } from "next";
import { findPageRefusal } from "@/app/visitor/find-page-refusal";
import { getPage } from "@/components/layout/pages";
import { SourcesPage } from "@/components/settings/sources/sources-page";
import { previewSourcesContract } from "@/lib/contracts/installation/source-preview";

export const metadata: Metadata = { title: getPage("sources").title };

export default async function Page() {
  return <SourcesPage connectRefusal={await findPageRefusal(previewSourcesContract)} />;
}
