import type { Metadata } from "next";
import { getPage } from "@/components/layout/pages";
import { ScopeGuard } from "@/components/shared/scope/scope-guard";
import { CorrelatePage } from "@/components/signals/correlate/correlate-page";

export const metadata: Metadata = { title: getPage("correlate").title };

export default function Page() {
  return (
    <ScopeGuard>
      <CorrelatePage />
    </ScopeGuard>
  );
}
