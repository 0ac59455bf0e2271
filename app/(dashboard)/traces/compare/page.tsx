import type { Metadata } from "next";
import { getPage } from "@/components/layout/pages";
import { ScopeGuard } from "@/components/shared/scope/scope-guard";
import { ComparePage } from "@/components/traces/comparison/compare-page";

export const metadata: Metadata = { title: getPage("compare").title };

export default function Page() {
  return (
    <ScopeGuard>
      <ComparePage />
    </ScopeGuard>
  );
}
