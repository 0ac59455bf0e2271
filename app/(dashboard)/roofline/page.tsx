import type { Metadata } from "next";
import { getPage } from "@/components/layout/pages";
import { RooflinePage } from "@/components/roofline/roofline-page";
import { KnownScope } from "@/components/shared/scope/known-scope";

export const metadata: Metadata = { title: getPage("roofline").title };

export default function Page() {
  return (
    <KnownScope>
      <RooflinePage />
    </KnownScope>
  );
}
