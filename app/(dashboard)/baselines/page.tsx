import type { Metadata } from "next";
import type { SearchParams } from "nuqs/server";
import { AnsweredPage } from "@/app/answered-page";
import { BaselinesPage } from "@/components/baselines/baselines-page";
import { getPage } from "@/components/layout/pages";
import { KnownScope } from "@/components/shared/scope/known-scope";

export const metadata: Metadata = { title: getPage("baselines").title };

interface PageProps {
  readonly searchParams: Promise<SearchParams>;
}

export default function Page({ searchParams }: PageProps) {
  return (
    <AnsweredPage page="baselines" searchParams={searchParams}>
      <KnownScope>
        <BaselinesPage />
      </KnownScope>
    </AnsweredPage>
  );
}
