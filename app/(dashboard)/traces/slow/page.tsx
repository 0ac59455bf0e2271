import type { Metadata } from "next";
import { getPage } from "@/components/layout/pages";
import { KnownScope } from "@/components/shared/scope/known-scope";
import { SlowPage } from "@/components/traces/study/slow/slow-page";

export const metadata: Metadata = { title: getPage("slow").title };

export default function Page() {
  return (
    <KnownScope>
      <SlowPage />
    </KnownScope>
  );
}
