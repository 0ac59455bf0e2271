import type { Metadata } from "next";
import { getPage } from "@/components/layout/pages";
import { PeoplePage } from "@/components/settings/people/people-page";

export const metadata: Metadata = { title: getPage("people").title };

export default function Page() {
  return <PeoplePage />;
}
