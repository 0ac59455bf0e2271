"use client";

import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { roles, type Role } from "@/lib/model/person";
import { InlineConfirmation } from "@/components/shared/forms/inline-confirmation";
import { useSendConfirmed } from "@/components/shared/forms/confirmation";
import { WriteError } from "@/components/shared/forms/write-error";
import { isolateDirection } from "@/components/shared/isolated-text";
import { Button } from "@/components/ui/button";
import { fieldClasses } from "@/components/ui/field";
import { OneTimeLink } from "./one-time-link";
import { ResetSecondFactor } from "./reset-second-factor";
import {
  changeRole,
  createPasswordLink,
  peopleQuery,
  removePerson,
  type ListedPerson,
} from "./people-requests";

/** One person, with their role and the actions of an admin. */
export function PersonRow({ person }: { readonly person: ListedPerson }) {
  const [isConfirming, setConfirming] = useState(false);
  const queries = useQueryClient();
  const confirmed = useSendConfirmed();
  const refresh = (): void => void queries.invalidateQueries({ queryKey: peopleQuery.queryKey });
  const roleChange = useMutation({
    mutationFn: (role: Role) => confirmed(() => changeRole(person, role)),
    onSettled: refresh,
  });
  const removal = useMutation({
    mutationFn: () => confirmed(() => removePerson(person)),
    onSettled: refresh,
  });
  const link = useMutation({
    mutationFn: () => confirmed(() => createPasswordLink(person)),
    onSuccess: refresh,
  });
  return (
    <li aria-label={person.name} className="border-b border-rule py-2">
      <div className="flex flex-wrap items-center gap-x-3 gap-y-1">
        <span className="font-medium">{isolateDirection(person.name)}</span>
        <span className="text-ink-2">{isolateDirection(person.email)}</span>
        <select
          aria-label={`Role of ${person.name}`}
          title="A new role ends the sessions of this person"
          className={`${fieldClasses} ml-auto`}
          value={person.role}
          disabled={roleChange.isPending}
          onChange={({ target }) => {
            const role = roles.find((one) => one === target.value);
            if (role !== undefined) roleChange.mutate(role);
          }}
        >
          {roles.map((role) => (
            <option key={role} value={role}>
              {role}
            </option>
          ))}
        </select>
        <Button size="sm" disabled={link.isPending} onClick={() => link.mutate()}>
          Create password link
        </Button>
        {person.hasSecondFactor && <ResetSecondFactor person={person} />}
        <Button size="sm" onClick={() => setConfirming(true)}>
          Remove
        </Button>
      </div>
      {isConfirming && (
        <InlineConfirmation
          label={`Remove ${person.name}`}
          action="Remove person"
          isPending={removal.isPending}
          onConfirm={() => removal.mutate()}
          onCancel={() => setConfirming(false)}
        >
          After the removal, {isolateDirection(person.name)} cannot sign in. All tokens that this person
          created stop working, including those of service accounts. Earlier changes by this person are shown
          as changes by “Removed person”.
        </InlineConfirmation>
      )}
      {link.data !== undefined && (
        <OneTimeLink
          url={link.data}
          label="Password link"
          hint="Send the link to this person. The link can be used once within 2 hours, and is not shown again."
        />
      )}
      <WriteError error={roleChange.error ?? removal.error ?? link.error} className="pt-1" />
    </li>
  );
}
