"use client";

import { useQuery } from "@tanstack/react-query";
import { countWithNoun } from "@/lib/format/agreement";
import { toSentence } from "@/lib/format/sentence";
import { SettingsFrame } from "@/components/settings/settings-frame";
import { serviceAccountsQuery } from "./accounts/account-requests";
import { ServiceAccountSection } from "./accounts/account-section";
import { InvitationList } from "./invitation-list";
import { InvitePersonForm } from "./invite-person";
import { peopleQuery } from "./people-requests";
import { PersonRow } from "./person-row";
import { TeamSection } from "./teams/team-section";

/** Lists who may sign in, invites people, changes roles, and removes people. */
export function PeoplePage() {
  const { data, error, refetch } = useQuery(peopleQuery);
  const accounts = useQuery(serviceAccountsQuery);
  const hasPeople = data !== undefined && data.people.length > 0;
  return (
    <SettingsFrame
      headline={
        <>
          <span className="font-semibold text-ink">
            {data === undefined
              ? "People"
              : `${countWithNoun(data.people.length, "person", "people")} may sign in.`}
          </span>
          {data !== undefined &&
            (hasPeople
              ? " Viewers can read measurements, and the baselines and investigations that are open or belong to their teams. They can comment. Editors can also change deployments, events, baselines and investigations. Only admins can open People, Webhooks and Audit trail, and change the organisation."
              : " To add the first admin, open the setup link that npm start prints. The demo needs no admin.")}
        </>
      }
      errorText={error === null ? null : toSentence(error.message)}
      onRetry={() => void refetch()}
      loadingText={data === undefined ? "Loading the people" : null}
    >
      {hasPeople && (
        <>
          <ul aria-label="People" className="mt-6 max-w-[820px] border-t border-rule">
            {data.people.map((person) => (
              <PersonRow key={person.id} person={person} />
            ))}
          </ul>
          <InvitePersonForm />
          <InvitationList invitations={data.invitations} />
          <ServiceAccountSection accounts={accounts.data?.accounts ?? []} error={accounts.error} />
          <TeamSection people={[...data.people, ...(accounts.data?.accounts ?? [])]} />
        </>
      )}
    </SettingsFrame>
  );
}
