import type { Metadata } from "next";
import { findPageRefusal } from "@/app/visitor/find-page-refusal";
import { getPage } from "@/components/layout/pages";
import { PeoplePage } from "@/components/settings/people/people-page";
import { RefusedSettingsPage } from "@/components/settings/settings-frame";
import { peopleContract } from "@/lib/contracts/people/people";

const { title } = getPage("people");

export const metadata: Metadata = { title };

export default async function Page() {
  const refusal = await findPageRefusal(peopleContract);
  return refusal === null ? <PeoplePage /> : <RefusedSettingsPage title={title} refusal={refusal} />;
}
