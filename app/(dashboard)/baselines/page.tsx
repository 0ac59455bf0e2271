import type { Metadata } from "next";
import type { SearchParams } from "nuqs/server";
import { PrefetchedPage } from "@/app/prefetched-page";
import { BaselinesPage } from "@/components/baselines/baselines-page";
import { getPage } from "@/components/layout/pages";
import { ScopeGuard } from "@/components/shared/scope/scope-guard";

export const metadata: Metadata = { title: getPage("baselines").title };

interface PageProps {
  readonly searchParams: Promise<SearchParams>;
}

export default function Page({ searchParams }: PageProps) {
  return (
    <PrefetchedPage page="baselines" searchParams={searchParams}>
      <ScopeGuard>
        <BaselinesPage />
      </ScopeGuard>
    </PrefetchedPage>
  );
}
