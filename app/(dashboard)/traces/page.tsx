import type { Metadata } from "next";
import { pageOf } from "@/components/layout/pages";
import { KnownScope } from "@/components/shared/scope/known-scope";
import { TracesPage } from "@/components/traces/traces-page";

export const metadata: Metadata = { title: pageOf("traces").title };

export default function Page() {
  return (
    <KnownScope>
      <TracesPage />
    </KnownScope>
  );
}
