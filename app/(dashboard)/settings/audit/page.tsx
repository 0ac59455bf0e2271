import type { Metadata } from "next";
import { findPageRefusal } from "@/app/visitor/find-page-refusal";
import { getPage } from "@/components/layout/pages";
import { AuditPage } from "@/components/settings/audit/audit-page";
import { RefusedSettingsPage } from "@/components/settings/settings-frame";
import { auditContract } from "@/lib/contracts/audit";

const { title } = getPage("audit");

export const metadata: Metadata = { title };

export default async function Page() {
  const refusal = await findPageRefusal(auditContract);
  return refusal === null ? <AuditPage /> : <RefusedSettingsPage title={title} refusal={refusal} />;
}
