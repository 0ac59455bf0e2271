import type { Metadata } from "next";
import { getPage } from "@/components/layout/pages";
import { ScopeGuard } from "@/components/shared/scope/scope-guard";
import { SlowPage } from "@/components/traces/study/slow/slow-page";

export const metadata: Metadata = { title: getPage("slow").title };

export default function Page() {
  return (
    <ScopeGuard>
      <SlowPage />
    </ScopeGuard>
  );
}
