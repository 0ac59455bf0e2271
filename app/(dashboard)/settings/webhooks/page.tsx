import type { Metadata } from "next";
import { findPageRefusal } from "@/app/visitor/find-page-refusal";
import { getPage } from "@/components/layout/pages";
import { RefusedSettingsPage } from "@/components/settings/settings-frame";
import { WebhooksPage } from "@/components/settings/webhooks/webhooks-page";
import { webhooksContract } from "@/lib/contracts/installation/webhooks";

const { title } = getPage("webhooks");

export const metadata: Metadata = { title };

export default async function Page() {
  const refusal = await findPageRefusal(webhooksContract);
  return refusal === null ? <WebhooksPage /> : <RefusedSettingsPage title={title} refusal={refusal} />;
}
