import type { Metadata } from "next";
import { KnownScope } from "@/components/shared/scope/known-scope";
import { DataCheckPage } from "@/components/settings/data-check/data-check-page";

export const metadata: Metadata = { title: "Data check" };

export default function Page() {
  return (
    <KnownScope>
      <DataCheckPage />
    </KnownScope>
  );
}
