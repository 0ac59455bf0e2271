import type { Metadata } from "next";
import { getPage } from "@/components/layout/pages";
import { ApiPage } from "@/components/settings/api/api-page";

export const metadata: Metadata = { title: getPage("api").title };

export default function Page() {
  return <ApiPage />;
}
