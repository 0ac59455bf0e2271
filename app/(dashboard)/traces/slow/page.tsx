import type { Metadata } from "next";
import { KnownScope } from "@/components/shared/scope/known-scope";
import { SlowPage } from "@/components/traces/study/slow/slow-page";

export const metadata: Metadata = { title: "Slow requests" };

export default function Page() {
  return (
    <KnownScope>
      <SlowPage />
    </KnownScope>
  );
}
