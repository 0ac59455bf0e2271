import type { Metadata } from "next";
import type { SearchParams } from "nuqs/server";
import { PrefetchedPage } from "@/app/prefetched-page";
import { getPage } from "@/components/layout/pages";
import { OverviewPage } from "@/components/overview/overview-page";
import { LazyOverviewEvidenceButton } from "./overview-evidence-button";
import { OpenInvestigations } from "./open-investigations";

export const metadata: Metadata = { title: getPage("overview").title };

interface PageProps {
  readonly searchParams: Promise<SearchParams>;
}

export default function Page({ searchParams }: PageProps) {
  return (
    <PrefetchedPage page="overview" searchParams={searchParams}>
      <OverviewPage />
      <LazyOverviewEvidenceButton />
      <OpenInvestigations />
    </PrefetchedPage>
  );
}
