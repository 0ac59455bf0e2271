import type { Metadata } from "next";
import { getPage } from "@/components/layout/pages";
import { ProfilePage } from "@/components/settings/profile/profile-page";

export const metadata: Metadata = { title: getPage("profile").title };

export default function Page() {
  return <ProfilePage />;
}
