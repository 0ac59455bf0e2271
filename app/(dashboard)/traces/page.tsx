import type { Metadata } from "next";
import type { SearchParams } from "nuqs/server";
import { AnsweredPage } from "@/app/answered-page";
import { getPage } from "@/components/layout/pages";
import { KnownScope } from "@/components/shared/scope/known-scope";
import { TracesPage } from "@/components/traces/traces-page";

export const metadata: Metadata = { title: getPage("traces").title };

interface PageProps {
  readonly searchParams: Promise<SearchParams>;
}

export default function Page({ searchParams }: PageProps) {
  return (
    <AnsweredPage page="traces" searchParams={searchParams}>
      <KnownScope>
        <TracesPage />
      </KnownScope>
    </AnsweredPage>
  );
}
