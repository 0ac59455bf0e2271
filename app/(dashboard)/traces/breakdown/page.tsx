import type { Metadata } from "next";
import { KnownScope } from "@/components/shared/scope/known-scope";
import { BreakdownPage } from "@/components/traces/study/breakdown/breakdown-page";

export const metadata: Metadata = { title: "Breakdown of traces" };

export default function Page() {
  return (
    <KnownScope>
      <BreakdownPage />
    </KnownScope>
  );
}
