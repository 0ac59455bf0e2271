import type { Metadata } from "next";
import { getPage } from "@/components/layout/pages";
import { AuditPage } from "@/components/settings/audit/audit-page";

export const metadata: Metadata = { title: getPage("audit").title };

export default function Page() {
  return <AuditPage />;
}
