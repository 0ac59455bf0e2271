import type { Metadata } from "next";
import { getPage } from "@/components/layout/pages";
import { ScopeGuard } from "@/components/shared/scope/scope-guard";
import { DataCheckPage } from "@/components/settings/data-check/data-check-page";

export const metadata: Metadata = { title: getPage("data-check").title };

export default function Page() {
  return (
    <ScopeGuard>
      <DataCheckPage />
    </ScopeGuard>
  );
}
