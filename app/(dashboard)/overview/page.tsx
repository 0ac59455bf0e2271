import type { Metadata } from "next";
import { pageOf } from "@/components/layout/pages";
import { OverviewPage } from "@/components/overview/overview-page";

export const metadata: Metadata = { title: pageOf("overview").title };

export default function Page() {
  return <OverviewPage />;
}
