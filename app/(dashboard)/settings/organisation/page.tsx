import type { Metadata } from "next";
import { getPage } from "@/components/layout/pages";
import { OrganisationPage } from "@/components/settings/organisation/organisation-page";

export const metadata: Metadata = { title: getPage("organisation").title };

export default function Page() {
  return <OrganisationPage />;
}
