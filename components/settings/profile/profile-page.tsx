"use client";

import { useQuery } from "@tanstack/react-query";
import { sessionQuery } from "@/lib/client/session";
import { toSentence } from "@/lib/format/sentence";
import { isolateDirection } from "@/components/shared/isolated-text";
import { SettingsFrame } from "@/components/settings/settings-frame";
import { PasswordSection } from "./password-section";
import { ProfileForm } from "./profile-form";
import type { PersonProfile } from "./profile-requests";
import { SecondFactor } from "./second-factor";
import { ThemeSection } from "./theme-section";

/** Settings of the person who signed in: name, time zone, theme, password and second factor. */
export function ProfilePage() {
  const { data, error, refetch } = useQuery(sessionQuery);
  const person = data?.person ?? null;
  return (
    <SettingsFrame
      headline={
        data === undefined ? (
          <strong>Profile</strong>
        ) : (
          <Headline person={person} demoVisitorName={data.demoVisitorName} />
        )
      }
      errorText={error === null ? null : toSentence(error.message)}
      onRetry={() => void refetch()}
      loadingText={data === undefined ? "Loading the profile" : null}
    >
      {person !== null && (
        <>
          <ProfileForm person={person} />
          <ThemeSection />
          <PasswordSection email={person.email} />
          <SecondFactor />
        </>
      )}
    </SettingsFrame>
  );
}

interface HeadlineProps {
  readonly person: PersonProfile | null;
  readonly demoVisitorName: string | null;
}

function Headline({ person, demoVisitorName }: HeadlineProps) {
  if (demoVisitorName !== null)
    return (
      <>
        <span className="font-semibold text-ink">
          The demo signs every visitor in as {isolateDirection(demoVisitorName)}.
        </span>{" "}
        All visitors share this account, so it has no profile.
      </>
    );
  return (
    <>
      <span className="font-semibold text-ink">
        {person === null ? "No sign-in is needed on this machine." : isolateDirection(person.name)}
      </span>
      {person === null ? (
        " You get a profile when the first admin is added and you sign in."
      ) : (
        <>
          {" "}
          signs in as {isolateDirection(person.email)} with the role {person.role}.
        </>
      )}
    </>
  );
}
