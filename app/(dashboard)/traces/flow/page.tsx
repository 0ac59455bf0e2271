import type { Metadata } from "next";
import { pageOf } from "@/components/layout/pages";
import { KnownScope } from "@/components/shared/scope/known-scope";
import { FlowPage } from "@/components/traces/flow/flow-page";

export const metadata: Metadata = { title: pageOf("flow").title };

export default function Page() {
  return (
    <KnownScope>
      <FlowPage />
    </KnownScope>
  );
}
