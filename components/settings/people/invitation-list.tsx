"use client";

import { useMutation, useQueryClient } from "@tanstack/react-query";
import { formatDateTime } from "@/lib/format/time";
import { useSendConfirmed } from "@/components/shared/forms/confirmation";
import { WriteError } from "@/components/shared/forms/write-error";
import { useTimeZone } from "@/components/shared/use-time-zone";
import { Button } from "@/components/ui/button";
import { deleteInvitation, peopleQuery, type ListedInvitation } from "./people-requests";

/** Lists the links that can still be used. Each can be deleted. */
export function InvitationList({ invitations }: { readonly invitations: readonly ListedInvitation[] }) {
  const timeZone = useTimeZone();
  const queries = useQueryClient();
  const confirmed = useSendConfirmed();
  const { mutate, error, isPending } = useMutation({
    mutationFn: (invitation: ListedInvitation) => confirmed(() => deleteInvitation(invitation)),
    onSettled: () => queries.invalidateQueries({ queryKey: peopleQuery.queryKey }),
  });
  if (invitations.length === 0) return null;
  return (
    <section aria-labelledby="links" className="mt-8 max-w-[820px]">
      <h2 id="links" className="pb-2 text-md font-semibold">
        Links that were not used yet
      </h2>
      <ul aria-labelledby="links" className="border-t border-rule">
        {invitations.map((invitation) => (
          <li key={invitation.id} className="flex flex-wrap items-center gap-3 border-b border-rule py-2">
            <span>{describeLink(invitation)}</span>
            <span className="text-xs text-ink-2">
              valid until {formatDateTime(invitation.expiresAtMs, timeZone)}
            </span>
            <Button size="sm" className="ml-auto" disabled={isPending} onClick={() => mutate(invitation)}>
              Delete
            </Button>
          </li>
        ))}
      </ul>
      <WriteError error={error} className="pt-1" />
    </section>
  );
}

function describeLink({ role, email, teamName, personName }: ListedInvitation): string {
  if (role === null) return `New password of ${personName ?? "a person"}`;
  const invitation = email === null ? `Invitation as ${role}` : `Invitation of ${email} as ${role}`;
  return teamName === null ? invitation : `${invitation} in the team ${teamName}`;
}
