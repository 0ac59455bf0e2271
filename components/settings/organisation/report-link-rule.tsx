"use client";

import { useMutation, useQueryClient } from "@tanstack/react-query";
import { editOrganisation, organisationQuery } from "@/lib/client/queries/organisation";
import type { OrganisationResponse } from "@/lib/contracts/organisation";
import { WriteError } from "@/components/shared/forms/write-error";

/** Allows public links to reports. */
export function ReportLinkRule({ organisation }: { readonly organisation: OrganisationResponse }) {
  const { version, changeRefusal, allowsReportLinks } = organisation;
  const queries = useQueryClient();
  const { mutate, error, isPending } = useMutation({
    mutationFn: (isAllowed: boolean) => editOrganisation(version, { allowsReportLinks: isAllowed }),
    onSettled: () => queries.invalidateQueries({ queryKey: organisationQuery.queryKey }),
  });
  return (
    <section aria-labelledby="report-links" className="mt-7 max-w-[520px]">
      <h2 id="report-links" className="pb-2 text-md font-semibold">
        Reports
      </h2>
      <label className="flex items-center gap-2">
        <input
          type="checkbox"
          checked={allowsReportLinks}
          disabled={isPending || changeRefusal !== null}
          onChange={({ target }) => mutate(target.checked)}
          aria-describedby="report-links-hint"
        />
        Editors may create public links to reports
      </label>
      <p id="report-links-hint" className="pt-1 text-2xs text-ink-2">
        Everyone who has a link can read a copy of the report without a sign-in, until the link expires. If
        you clear this option, all links stop working. If you select it again, links that have not expired and
        were not revoked work again.
      </p>
      <WriteError error={error} className="pt-1" />
    </section>
  );
}
