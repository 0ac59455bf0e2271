import type { Metadata } from "next";
import { getPage } from "@/components/layout/pages";
import { ScopeGuard } from "@/components/shared/scope/scope-guard";
import { BreakdownPage } from "@/components/traces/study/breakdown/breakdown-page";

export const metadata: Metadata = { title: getPage("breakdown").title };

export default function Page() {
  return (
    <ScopeGuard>
      <BreakdownPage />
    </ScopeGuard>
  );
}
