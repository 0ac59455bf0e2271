import type { Metadata } from "next";
import type { SearchParams } from "nuqs/server";
import { AnsweredPage } from "@/app/answered-page";
import { getPage } from "@/components/layout/pages";
import { KnownScope } from "@/components/shared/scope/known-scope";
import { SignalsPage } from "@/components/signals/signals-page";

export const metadata: Metadata = { title: getPage("signals").title };

interface PageProps {
  readonly searchParams: Promise<SearchParams>;
}

export default function Page({ searchParams }: PageProps) {
  return (
    <AnsweredPage page="signals" searchParams={searchParams}>
      <KnownScope>
        <SignalsPage />
      </KnownScope>
    </AnsweredPage>
  );
}
