import type { Metadata } from "next";
import { getPage } from "@/components/layout/pages";
import { ScopeGuard } from "@/components/shared/scope/scope-guard";
import { OperationsPage } from "@/components/traces/study/operations/operations-page";

export const metadata: Metadata = { title: getPage("operations").title };

export default function Page() {
  return (
    <ScopeGuard>
      <OperationsPage />
    </ScopeGuard>
  );
}
