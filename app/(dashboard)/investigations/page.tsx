import type { Metadata } from "next";
import type { SearchParams } from "nuqs/server";
import { AnsweredPage } from "@/app/answered-page";
import { InvestigationsPage } from "@/components/investigations/investigations-page";
import { getPage } from "@/components/layout/pages";
import { KnownScope } from "@/components/shared/scope/known-scope";

export const metadata: Metadata = { title: getPage("investigations").title };

interface PageProps {
  readonly searchParams: Promise<SearchParams>;
}

export default function Page({ searchParams }: PageProps) {
  return (
    <AnsweredPage page="investigations" searchParams={searchParams}>
      <KnownScope>
        <InvestigationsPage />
      </KnownScope>
    </AnsweredPage>
  );
}
