import type { Metadata } from "next";
import type { SearchParams } from "nuqs/server";
import { AnsweredPage } from "@/app/answered-page";
import { GatesPage } from "@/components/gates/gates-page";
import { getPage } from "@/components/layout/pages";
import { KnownScope } from "@/components/shared/scope/known-scope";

export const metadata: Metadata = { title: getPage("gates").title };

interface PageProps {
  readonly searchParams: Promise<SearchParams>;
}

export default function Page({ searchParams }: PageProps) {
  return (
    <AnsweredPage page="gates" searchParams={searchParams}>
      <KnownScope>
        <GatesPage />
      </KnownScope>
    </AnsweredPage>
  );
}
