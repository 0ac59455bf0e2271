import type { Metadata } from "next";
import { pageOf } from "@/components/layout/pages";
import { KnownScope } from "@/components/shared/scope/known-scope";
import { BreakdownPage } from "@/components/traces/study/breakdown/breakdown-page";

export const metadata: Metadata = { title: pageOf("breakdown").title };

export default function Page() {
  return (
    <KnownScope>
      <BreakdownPage />
    </KnownScope>
  );
}
