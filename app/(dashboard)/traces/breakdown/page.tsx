import type { Metadata } from "next";
import { getPage } from "@/components/layout/pages";
import { KnownScope } from "@/components/shared/scope/known-scope";
import { BreakdownPage } from "@/components/traces/study/breakdown/breakdown-page";

export const metadata: Metadata = { title: getPage("breakdown").title };

export default function Page() {
  return (
    <KnownScope>
      <BreakdownPage />
    </KnownScope>
  );
}
