import type { Metadata } from "next";
import { getPage } from "@/components/layout/pages";
import { KnownScope } from "@/components/shared/scope/known-scope";
import { FlowPage } from "@/components/traces/flow/flow-page";

export const metadata: Metadata = { title: getPage("flow").title };

export default function Page() {
  return (
    <KnownScope>
      <FlowPage />
    </KnownScope>
  );
}
