"use client";

import { linkTo, useView } from "@/lib/client/url-state";
import { PageTabs } from "@/components/shared/page-tabs";

/** Settings pages. */
const pages = [
  { title: "Sources", path: "/settings/sources", keepsDeployment: false },
  { title: "Deployments", path: "/settings/deployments", keepsDeployment: false },
  { title: "Hardware and models", path: "/settings/hardware", keepsDeployment: false },
  { title: "Data check", path: "/settings/data-check", keepsDeployment: true },
] as const;

export function SettingsTabs() {
  const [{ d }] = useView();
  const tabs = pages.map(({ title, path, keepsDeployment }) => ({
    title,
    path,
    href: linkTo(path, keepsDeployment ? { d } : {}),
  }));
  return <PageTabs label="Settings" tabs={tabs} className="mb-6 overflow-x-auto pb-px whitespace-nowrap" />;
}
