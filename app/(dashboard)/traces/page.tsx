import type { Metadata } from "next";
import type { SearchParams } from "nuqs/server";
import { PrefetchedPage } from "@/app/prefetched-page";
import { getPage } from "@/components/layout/pages";
import { ScopeGuard } from "@/components/shared/scope/scope-guard";
import { TracesPage } from "@/components/traces/traces-page";

export const metadata: Metadata = { title: getPage("traces").title };

interface PageProps {
  readonly searchParams: Promise<SearchParams>;
}

export default function Page({ searchParams }: PageProps) {
  return (
    <PrefetchedPage page="traces" searchParams={searchParams}>
      <ScopeGuard>
        <TracesPage />
      </ScopeGuard>
    </PrefetchedPage>
  );
}
