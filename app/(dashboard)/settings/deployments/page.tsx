import type { Metadata } from "next";
import type { SearchParams } from "nuqs/server";
import { AnsweredPage } from "@/app/answered-page";
import { getPage } from "@/components/layout/pages";
import { DeploymentsPage } from "@/components/settings/deployments/deployments-page";

export const metadata: Metadata = { title: getPage("deployments").title };

interface PageProps {
  readonly searchParams: Promise<SearchParams>;
}

export default function Page({ searchParams }: PageProps) {
  return (
    <AnsweredPage page="deployments" searchParams={searchParams}>
      <DeploymentsPage />
    </AnsweredPage>
  );
}
