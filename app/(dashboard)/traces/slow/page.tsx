import type { Metadata } from "next";
import { KnownScope } from "@/components/shared/known-scope";
import { SlowPage } from "@/components/traces/study/slow-page";

export const metadata: Metadata = { title: "Slow requests" };

export default function Page() {
  return (
    <KnownScope>
      <SlowPage />
    </KnownScope>
  );
}
