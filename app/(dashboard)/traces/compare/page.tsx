import type { Metadata } from "next";
import { getPage } from "@/components/layout/pages";
import { KnownScope } from "@/components/shared/scope/known-scope";
import { ComparePage } from "@/components/traces/comparison/compare-page";

export const metadata: Metadata = { title: getPage("compare").title };

export default function Page() {
  return (
    <KnownScope>
      <ComparePage />
    </KnownScope>
  );
}
