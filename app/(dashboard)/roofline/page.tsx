import type { Metadata } from "next";
import { getPage } from "@/components/layout/pages";
import { RooflinePage } from "@/components/roofline/roofline-page";
import { ScopeGuard } from "@/components/shared/scope/scope-guard";

export const metadata: Metadata = { title: getPage("roofline").title };

export default function Page() {
  return (
    <ScopeGuard>
      <RooflinePage />
    </ScopeGuard>
  );
}
