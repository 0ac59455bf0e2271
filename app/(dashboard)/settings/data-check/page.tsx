import type { Metadata } from "next";
import { getPage } from "@/components/layout/pages";
import { KnownScope } from "@/components/shared/scope/known-scope";
import { DataCheckPage } from "@/components/settings/data-check/data-check-page";

export const metadata: Metadata = { title: getPage("data-check").title };

export default function Page() {
  return (
    <KnownScope>
      <DataCheckPage />
    </KnownScope>
  );
}
