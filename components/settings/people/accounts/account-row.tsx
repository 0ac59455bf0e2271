"use client";

import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { countWithNoun } from "@/lib/format/agreement";
import { formatDateTimeWithYear } from "@/lib/format/time";
import { teamsQuery } from "@/lib/client/teams";
import { serviceAccountRoles } from "@/lib/model/person";
import { TokenCreator } from "@/components/settings/tokens/token-creator";
import { tokensQuery } from "@/components/settings/tokens/token-requests";
import { InlineConfirmation } from "@/components/shared/forms/inline-confirmation";
import { useSendConfirmed } from "@/components/shared/forms/confirmation";
import { WriteError } from "@/components/shared/forms/write-error";
import { isolateDirection } from "@/components/shared/isolated-text";
import { useTimeZone } from "@/components/shared/use-time-zone";
import { Button } from "@/components/ui/button";
import { fieldClasses } from "@/components/ui/field";
import {
  changeServiceAccountRole,
  createServiceAccountToken,
  removeServiceAccount,
  serviceAccountsQuery,
  type ServiceAccount,
} from "./account-requests";

/** One service account with its teams, its tokens and the actions of an admin. */
export function ServiceAccountRow({ account }: { readonly account: ServiceAccount }) {
  const { name, role, grantableScopes } = account;
  const timeZone = useTimeZone();
  const [isConfirming, setConfirming] = useState(false);
  const queries = useQueryClient();
  const confirmed = useSendConfirmed();
  const { mutate, error, isPending } = useMutation({
    mutationFn: (send: () => Promise<object>) => confirmed(send),
    onSettled: () =>
      Promise.all(
        [serviceAccountsQuery, teamsQuery].map(({ queryKey }) => queries.invalidateQueries({ queryKey })),
      ),
  });
  return (
    <li aria-label={name} className="border-b border-rule py-2">
      <div className="flex flex-wrap items-center gap-x-3 gap-y-1">
        <span className="font-medium">{isolateDirection(name)}</span>
        <span className="text-xs text-ink-2">{describeAccount(account, timeZone)}</span>
        <select
          aria-label={`Role of ${name}`}
          className={`${fieldClasses} ml-auto`}
          value={role}
          disabled={isPending}
          onChange={({ target }) => {
            const chosen = serviceAccountRoles.find((one) => one === target.value);
            if (chosen !== undefined) mutate(() => changeServiceAccountRole(account, chosen));
          }}
        >
          {serviceAccountRoles.map((one) => (
            <option key={one} value={one}>
              {one}
            </option>
          ))}
        </select>
        <Button size="sm" aria-label={`Remove ${name}`} onClick={() => setConfirming(true)}>
          Remove
        </Button>
      </div>
      {isConfirming && (
        <InlineConfirmation
          label={`Remove ${name}`}
          action="Remove service account"
          isPending={isPending}
          onConfirm={() => mutate(() => removeServiceAccount(account))}
          onCancel={() => setConfirming(false)}
        >
          After the removal, programs that use its tokens are refused. Earlier changes still show{" "}
          {isolateDirection(name)} as their author.
        </InlineConfirmation>
      )}
      <div className="max-w-[520px] pt-2">
        <TokenCreator
          scopes={grantableScopes}
          label={`Create token for ${name}`}
          size="sm"
          create={(body, idempotencyKey) => createServiceAccountToken(account, body, idempotencyKey)}
          listKeys={[serviceAccountsQuery.queryKey, tokensQuery.queryKey]}
        />
      </div>
      <WriteError error={error} className="pt-1" />
    </li>
  );
}

function describeAccount(
  { teams, activeTokenCount, lastUsedAtMs }: ServiceAccount,
  timeZone: string,
): string {
  const teamText = teams.length === 0 ? "no team" : teams.map(({ name }) => name).join(", ");
  const useText =
    lastUsedAtMs === null ? "not used yet" : `last used ${formatDateTimeWithYear(lastUsedAtMs, timeZone)}`;
  return `${teamText}, ${countWithNoun(activeTokenCount, "active token")}, ${useText}`;
}
