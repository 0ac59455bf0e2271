import type { Metadata } from "next";
import { KnownScope } from "@/components/shared/scope/known-scope";
import { OperationsPage } from "@/components/traces/study/operations/operations-page";

export const metadata: Metadata = { title: "Operations" };

export default function Page() {
  return (
    <KnownScope>
      <OperationsPage />
    </KnownScope>
  );
}
