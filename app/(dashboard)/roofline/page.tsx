import type { Metadata } from "next";
import { RooflinePage } from "@/components/roofline/roofline-page";
import { KnownScope } from "@/components/shared/scope/known-scope";

export const metadata: Metadata = { title: "Roofline" };

export default function Page() {
  return (
    <KnownScope>
      <RooflinePage />
    </KnownScope>
  );
}
