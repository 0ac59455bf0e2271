import type { Metadata } from "next";
import { KnownScope } from "@/components/shared/scope/known-scope";
import { FlowPage } from "@/components/traces/flow/flow-page";

export const metadata: Metadata = { title: "Flow" };

export default function Page() {
  return (
    <KnownScope>
      <FlowPage />
    </KnownScope>
  );
}
