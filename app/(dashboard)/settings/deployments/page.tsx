import type { Metadata } from "next";
import type { SearchParams } from "nuqs/server";
import { PrefetchedPage } from "@/app/prefetched-page";
import { getPage } from "@/components/layout/pages";
import { DeploymentsPage } from "@/components/settings/deployments/deployments-page";

export const metadata: Metadata = { title: getPage("deployments").title };

interface PageProps {
  readonly searchParams: Promise<SearchParams>;
}

export default function Page({ searchParams }: PageProps) {
  return (
    <PrefetchedPage page="deployments" searchParams={searchParams}>
      <DeploymentsPage />
    </PrefetchedPage>
  );
}
