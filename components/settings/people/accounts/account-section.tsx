"use client";

import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { newIdempotencyKey } from "@/lib/client/new-key";
import { teamsQuery } from "@/lib/client/teams";
import { personNameMaxLength, serviceAccountRoles } from "@/lib/model/person";
import { useSendConfirmed } from "@/components/shared/forms/confirmation";
import { WriteError } from "@/components/shared/forms/write-error";
import { Button } from "@/components/ui/button";
import { Field, fieldClasses } from "@/components/ui/field";
import {
  addServiceAccount,
  serviceAccountsQuery,
  type ServiceAccount,
  type ServiceAccountRole,
} from "./account-requests";
import { ServiceAccountRow } from "./account-row";

interface ServiceAccountSectionProps {
  readonly accounts: readonly ServiceAccount[];
  readonly error: Error | null;
}

/** Lists the service accounts, and adds service accounts. */
export function ServiceAccountSection({ accounts, error }: ServiceAccountSectionProps) {
  return (
    <section aria-labelledby="service-accounts" className="mt-8 max-w-[820px]">
      <h2 id="service-accounts" className="text-md font-semibold">
        Service accounts
      </h2>
      <p className="pb-2 text-xs text-ink-2">
        A service account belongs to a program, not to a person. It cannot sign in, and uses API tokens. A
        token permits at most what the admin who created it may do. The token stops working when this admin is
        removed.
      </p>
      {accounts.length > 0 && (
        <ul aria-labelledby="service-accounts" className="border-t border-rule">
          {accounts.map((account) => (
            <ServiceAccountRow key={account.id} account={account} />
          ))}
        </ul>
      )}
      <WriteError error={error} title="The service accounts could not be loaded." />
      <NewServiceAccount />
    </section>
  );
}

function NewServiceAccount() {
  const [name, setName] = useState("");
  const [role, setRole] = useState<ServiceAccountRole>("viewer");
  const [teamId, setTeamId] = useState("");
  const teams = useQuery(teamsQuery).data?.teams ?? [];
  const queries = useQueryClient();
  const confirmed = useSendConfirmed();
  const { mutate, error, isPending } = useMutation({
    mutationFn: (idempotencyKey: string) =>
      confirmed(() =>
        addServiceAccount({ name: name.trim(), role, ...(teamId === "" ? {} : { teamId }) }, idempotencyKey),
      ),
    onSuccess: () => {
      setName("");
      return Promise.all(
        [serviceAccountsQuery, teamsQuery].map(({ queryKey }) => queries.invalidateQueries({ queryKey })),
      );
    },
  });
  return (
    <form
      aria-label="New service account"
      className="flex flex-wrap items-end gap-2 pt-3"
      onSubmit={(event) => {
        event.preventDefault();
        mutate(newIdempotencyKey());
      }}
    >
      <Field label="Name of the new service account">
        <input
          className={fieldClasses}
          autoComplete="off"
          maxLength={personNameMaxLength}
          value={name}
          onChange={({ target }) => setName(target.value)}
        />
      </Field>
      <Field label="Role of the service account">
        <select
          className={fieldClasses}
          value={role}
          onChange={({ target }) =>
            setRole(serviceAccountRoles.find((one) => one === target.value) ?? "viewer")
          }
        >
          {serviceAccountRoles.map((one) => (
            <option key={one} value={one}>
              {one}
            </option>
          ))}
        </select>
      </Field>
      {teams.length > 0 && (
        <Field label="Team of the service account">
          <select className={fieldClasses} value={teamId} onChange={({ target }) => setTeamId(target.value)}>
            <option value="">no team</option>
            {teams.map(({ id, name: teamName }) => (
              <option key={id} value={id}>
                {teamName}
              </option>
            ))}
          </select>
        </Field>
      )}
      <Button type="submit" disabled={isPending || name.trim() === ""}>
        Add service account
      </Button>
      <WriteError error={error} className="basis-full" />
    </form>
  );
}
