import type { Metadata } from "next";
import { getPage } from "@/components/layout/pages";
import { TemplatesPage } from "@/components/investigations/templates/templates-page";

export const metadata: Metadata = { title: getPage("templates").title };

export default function Page() {
  return <TemplatesPage />;
}
