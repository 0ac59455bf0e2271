"use client";

import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { endpointQuery } from "@/lib/client/endpoint-query";
import { fetchJson } from "@/lib/client/fetch-json";
import type { sessionsContract, SessionsResponse } from "@/lib/contracts/people/sessions";
import { countWithNoun } from "@/lib/format/agreement";
import { toSentence } from "@/lib/format/sentence";
import { formatDateTime } from "@/lib/format/time";
import { WriteError } from "@/components/shared/forms/write-error";
import { isolateDirection } from "@/components/shared/isolated-text";
import { useTimeZone } from "@/components/shared/use-time-zone";
import { SettingsFrame } from "@/components/settings/settings-frame";
import { Button } from "@/components/ui/button";

const sessionsQuery = endpointQuery<typeof sessionsContract>("/api/v1/sessions", {});

/** Lists the browsers in which the person is signed in, and ends their sessions. */
export function SessionsPage() {
  const queries = useQueryClient();
  const { data, error, refetch } = useQuery(sessionsQuery);
  const ending = useMutation({
    mutationFn: (id: string) => fetchJson(`/api/v1/sessions/${id}`, { method: "DELETE", body: {} }),
    onSettled: () => queries.invalidateQueries({ queryKey: sessionsQuery.queryKey }),
  });
  return (
    <SettingsFrame
      headline={<Headline response={data} />}
      errorText={error === null ? null : toSentence(error.message)}
      onRetry={() => void refetch()}
      loadingText={data === undefined ? "Loading the sessions" : null}
    >
      {data !== undefined && data.sessions.length > 0 && (
        <ul aria-label="Sessions" className="mt-6 max-w-[820px] border-t border-rule">
          {data.sessions.map((session) => (
            <SessionRow
              key={session.id}
              session={session}
              isEnding={ending.isPending}
              onEnd={() => ending.mutate(session.id)}
            />
          ))}
        </ul>
      )}
      <WriteError error={ending.error} className="pt-1" />
    </SettingsFrame>
  );
}

/** By kind of sign-in without a session: what applies instead. */
const otherSignIns = {
  proxy: [
    "A proxy signs you in.",
    "Sign out there. Ridgepoint has sessions only for browsers in which you signed in with a password or a provider.",
  ],
  demo: ["The demo signs every visitor in.", "Visitors have no session, so there is nothing to end."],
  token: ["An API token has no session.", "Revoke the token to end its access."],
  none: ["No sign-in is needed on this machine.", "Sessions exist only after the first admin is added."],
} as const satisfies Record<Exclude<SessionsResponse["signInKind"], "session">, readonly [string, string]>;

function Headline({ response }: { readonly response: SessionsResponse | undefined }) {
  if (response === undefined) return <span className="font-semibold text-ink">Sessions</span>;
  const { signInKind, sessions } = response;
  const [state, explanation] =
    signInKind === "session"
      ? [
          `You are signed in ${sessions.length === 1 ? "in one browser" : countWithNoun(sessions.length, "time")}.`,
          "A session ends after 12 hours without use, and at the latest 14 days after the sign-in.",
        ]
      : otherSignIns[signInKind];
  return (
    <>
      <span className="font-semibold text-ink">{state}</span> {explanation}
    </>
  );
}

interface SessionRowProps {
  readonly session: SessionsResponse["sessions"][number];
  readonly isEnding: boolean;
  readonly onEnd: () => void;
}

function SessionRow({ session, isEnding, onEnd }: SessionRowProps) {
  const timeZone = useTimeZone();
  const { program, address, startedAtMs, usedAtMs, isCurrent } = session;
  return (
    <li className="flex flex-wrap items-center gap-x-3 gap-y-1 border-b border-rule py-2">
      <div className="min-w-0 flex-1">
        <p className="truncate" title={program ?? undefined}>
          {isolateDirection(program ?? "Unknown browser")}
        </p>
        <p className="text-xs text-ink-2">
          {isCurrent && <strong className="font-semibold text-ink">This browser. </strong>}
          Signed in {formatDateTime(startedAtMs, timeZone)}
          {address !== null && ` from ${address}`}, last used {formatDateTime(usedAtMs, timeZone)}
        </p>
      </div>
      {!isCurrent && (
        <Button size="sm" disabled={isEnding} onClick={onEnd}>
          End session
        </Button>
      )}
    </li>
  );
}
