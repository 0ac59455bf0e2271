import type { Metadata } from "next";
import type { SearchParams } from "nuqs/server";
import { AnsweredPage } from "@/app/answered-page";
import { getPage } from "@/components/layout/pages";
import { OverviewPage } from "@/components/overview/overview-page";
import { LazyKeepOverviewAsEvidence } from "./lazy-keep-overview-as-evidence";
import { OpenInvestigations } from "./open-investigations";

export const metadata: Metadata = { title: getPage("overview").title };

interface PageProps {
  readonly searchParams: Promise<SearchParams>;
}

export default function Page({ searchParams }: PageProps) {
  return (
    <AnsweredPage page="overview" searchParams={searchParams}>
      <OverviewPage />
      <LazyKeepOverviewAsEvidence />
      <OpenInvestigations />
    </AnsweredPage>
  );
}
