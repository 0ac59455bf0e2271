"use client";

import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { organisationQuery } from "@/lib/client/queries/organisation";
import { toSentence } from "@/lib/format/sentence";
import { ChangeRefusal } from "@/components/shared/forms/change-refusal";
import { SettingsFrame } from "@/components/settings/settings-frame";
import { ReportLinkRule } from "./report-link-rule";
import { SignInRules } from "./sign-in-rules";
import { TimeZoneForm } from "./time-zone-form";

/** Settings that all deployments share. */
export function OrganisationPage() {
  const [saveCount, setSaveCount] = useState(0);
  const { data, error, refetch } = useQuery(organisationQuery);
  return (
    <SettingsFrame
      headline={
        <>
          <span className="font-semibold text-ink">
            {data === undefined ? "Organisation" : `The organisation uses ${data.timeZone} time.`}
          </span>
          {data !== undefined &&
            " The usual range of a signal is computed from the same hours of the week in this time zone."}
        </>
      }
      errorText={error === null ? null : toSentence(error.message)}
      onRetry={() => void refetch()}
      loadingText={data === undefined ? "Loading the settings" : null}
    >
      {data !== undefined && data.changeRefusal !== null && (
        <div className="mt-4">
          <ChangeRefusal text={data.changeRefusal} />
        </div>
      )}
      {data !== undefined && data.changeRefusal === null && (
        // A new form after each save, because its input is then the stored version.
        <TimeZoneForm key={saveCount} organisation={data} onSaved={() => setSaveCount(saveCount + 1)} />
      )}
      {data !== undefined && <SignInRules organisation={data} />}
      {data !== undefined && <ReportLinkRule organisation={data} />}
      <output className="block pt-2 text-xs text-ink-2">
        {saveCount === 0 ? "" : "The time zone was saved."}
      </output>
    </SettingsFrame>
  );
}
