import type { Metadata } from "next";
import { pageOf } from "@/components/layout/pages";
import { DeploymentsPage } from "@/components/settings/deployments/deployments-page";

export const metadata: Metadata = { title: pageOf("deployments").title };

export default function Page() {
  return <DeploymentsPage />;
}
