import type { Metadata } from "next";
import { getPage } from "@/components/layout/pages";
import { SweepPage } from "@/components/roofline/sweep/sweep-page";
import { ScopeGuard } from "@/components/shared/scope/scope-guard";

export const metadata: Metadata = { title: getPage("sweep").title };

export default function Page() {
  return (
    <ScopeGuard>
      <SweepPage />
    </ScopeGuard>
  );
}
