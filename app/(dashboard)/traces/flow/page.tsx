import type { Metadata } from "next";
import { getPage } from "@/components/layout/pages";
import { ScopeGuard } from "@/components/shared/scope/scope-guard";
import { FlowPage } from "@/components/traces/flow/flow-page";

export const metadata: Metadata = { title: getPage("flow").title };

export default function Page() {
  return (
    <ScopeGuard>
      <FlowPage />
    </ScopeGuard>
  );
}
