import type { Metadata } from "next";
import { getPage } from "@/components/layout/pages";
import { SessionsPage } from "@/components/settings/sessions/sessions-page";

export const metadata: Metadata = { title: getPage("sessions").title };

export default function Page() {
  return <SessionsPage />;
}
