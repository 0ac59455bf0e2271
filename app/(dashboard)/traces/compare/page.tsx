import type { Metadata } from "next";
import { pageOf } from "@/components/layout/pages";
import { KnownScope } from "@/components/shared/scope/known-scope";
import { ComparePage } from "@/components/traces/comparison/compare-page";

export const metadata: Metadata = { title: pageOf("compare").title };

export default function Page() {
  return (
    <KnownScope>
      <ComparePage />
    </KnownScope>
  );
}
