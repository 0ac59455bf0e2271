"use client";

import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { teamsQuery } from "@/lib/client/teams";
import { roles, type Role } from "@/lib/model/person";
import { useSendConfirmed } from "@/components/shared/forms/confirmation";
import { WriteError } from "@/components/shared/forms/write-error";
import { Button } from "@/components/ui/button";
import { Field, fieldClasses } from "@/components/ui/field";
import { OneTimeLink } from "./one-time-link";
import { createInvitationLink, peopleQuery } from "./people-requests";

/** Creates a link with which a new person joins. */
export function InvitePersonForm() {
  const [role, setRole] = useState<Role>("viewer");
  const [email, setEmail] = useState("");
  const [teamId, setTeamId] = useState("");
  const teams = useQuery(teamsQuery).data?.teams ?? [];
  const queries = useQueryClient();
  const confirmed = useSendConfirmed();
  const { mutate, data, error, isPending } = useMutation({
    mutationFn: () => confirmed(() => createInvitationLink({ role, email: email.trim(), teamId })),
    onSuccess: () => queries.invalidateQueries({ queryKey: peopleQuery.queryKey }),
  });
  return (
    <section aria-labelledby="invite" className="mt-8 max-w-[820px]">
      <h2 id="invite" className="pb-2 text-md font-semibold">
        Invite a person
      </h2>
      <div className="flex flex-wrap items-end gap-2">
        <Field label="Role of the new person">
          <select
            className={fieldClasses}
            value={role}
            onChange={({ target }) => setRole(roles.find((one) => one === target.value) ?? "viewer")}
          >
            {roles.map((one) => (
              <option key={one} value={one}>
                {one}
              </option>
            ))}
          </select>
        </Field>
        <Field label="E-mail address (optional)">
          <input
            type="email"
            autoComplete="off"
            className={fieldClasses}
            value={email}
            onChange={({ target }) => setEmail(target.value)}
          />
        </Field>
        {teams.length > 0 && (
          <Field label="Team of the new person">
            <select
              className={fieldClasses}
              value={teamId}
              onChange={({ target }) => setTeamId(target.value)}
            >
              <option value="">none</option>
              {teams.map(({ id, name }) => (
                <option key={id} value={id}>
                  {name}
                </option>
              ))}
            </select>
          </Field>
        )}
        <Button disabled={isPending} onClick={() => mutate()}>
          Create invitation
        </Button>
      </div>
      <p className="pt-1 text-2xs text-ink-2">
        If you enter an address, only a person with this address can use the link. If your organisation has a
        sign-in provider, the person can also sign in there without the link.
      </p>
      {data !== undefined && (
        <OneTimeLink
          url={data}
          label="Invitation"
          hint="Send the link to the new person. The link can be used once within 72 hours, and is not shown again."
        />
      )}
      <WriteError error={error} className="pt-1" />
    </section>
  );
}
