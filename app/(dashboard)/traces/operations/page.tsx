import type { Metadata } from "next";
import { getPage } from "@/components/layout/pages";
import { KnownScope } from "@/components/shared/scope/known-scope";
import { OperationsPage } from "@/components/traces/study/operations/operations-page";

export const metadata: Metadata = { title: getPage("operations").title };

export default function Page() {
  return (
    <KnownScope>
      <OperationsPage />
    </KnownScope>
  );
}
