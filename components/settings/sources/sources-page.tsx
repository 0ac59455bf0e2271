"use client";

import { endSentence } from "@/lib/base/end-sentence";
import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import type { SourceRow, SourcesResponse } from "@/lib/contracts/sources";
import { checkSource, sourcesQuery } from "@/lib/client/queries/sources";
import { formatDateTime, formatTimeZoneName } from "@/lib/format/time";
import { thinSpace } from "@/lib/format/number";
import { Button } from "@/components/ui/button";
import { Age } from "@/components/shared/age";
import { isolateDirection } from "@/components/shared/isolated-text";
import { WriteError } from "@/components/shared/forms/write-error";
import { ShapeMark } from "@/components/shared/status-mark";
import { useTimeZone } from "@/components/shared/use-time-zone";
import { ZonedText } from "@/components/shared/zoned-text";
import { ConnectSourceSection } from "./connect/connect-source";
import { SettingsFrame } from "@/components/settings/settings-frame";

interface SourcesPageProps {
  /** Why the person may not check new sources, in sentences. Null if the person may. */
  readonly connectRefusal: string | null;
}

/** Shows the health, version and latency of each source, how to fix a source that is down, and how to connect sources. */
export function SourcesPage({ connectRefusal }: SourcesPageProps) {
  const { data, error, refetch } = useQuery(sourcesQuery);
  return (
    <div className="max-w-[920px]">
      <SettingsFrame
        headline={<Headline data={data} error={error} />}
        errorText={error === null ? null : endSentence(error.message)}
        onRetry={() => void refetch()}
        loadingText={data === undefined ? "Loading sources" : null}
      >
        {data !== undefined && (
          <>
            <ul aria-label="Sources" className="mt-6 border-t border-rule">
              {data.sources.map((source) => (
                <Source key={source.slug} source={source} asOfMs={data.asOfMs} />
              ))}
              <Database database={data.database} />
            </ul>
            <Events events={data.events} />
          </>
        )}
        {/* A link opens the page at this section, so that it is present from the start. It must not visibly move. */}
        <div className={data === undefined && error === null ? "invisible" : undefined}>
          <ConnectSourceSection refusal={connectRefusal} />
        </div>
      </SettingsFrame>
    </div>
  );
}

function Headline({
  data,
  error,
}: {
  readonly data: SourcesResponse | undefined;
  readonly error: Error | null;
}) {
  if (data === undefined)
    return (
      <span className="font-semibold text-ink">
        {error === null ? "Sources" : "The sources could not be loaded."}
      </span>
    );
  const down = data.sources.filter((source) => source.health.kind === "down").map((source) => source.title);
  if (data.database.state === "down") down.push("PostgreSQL");
  if (down.length === 0) return <span className="font-semibold text-ink">All sources respond.</span>;
  return (
    <>
      <span className="font-semibold text-ink">
        {down.join(" and ")} {down.length === 1 ? "is" : "are"} down.
      </span>{" "}
      Other data sources are not affected.
    </>
  );
}

function Source({ source, asOfMs }: { readonly source: SourceRow; readonly asOfMs: number }) {
  const { health } = source;
  return (
    <li aria-label={source.title} className="border-b border-rule py-4">
      <div className="flex flex-wrap items-center gap-x-4 gap-y-1">
        <span className="flex items-center gap-2 font-semibold">
          <ShapeMark shape={health.kind === "up" ? "ok" : health.kind === "down" ? "failed" : "loading"} />
          {source.title}
        </span>
        <span className="text-ink-2">{stateWord(source)}</span>
        <span className="tnum text-ink-3">
          {health.kind === "unknown" ? (
            ""
          ) : (
            <>
              checked <Age atMs={health.checkedAtMs} asOfMs={asOfMs} />
            </>
          )}
        </span>
        <TryAgain source={source} />
      </div>
      <p className="mt-1 text-xs text-ink-2">
        <code className="font-mono">{source.url}</code> · configured by{" "}
        <code className="font-mono">{source.setBy}</code>, cannot be changed here
      </p>
      {source.note !== null && <p className="mt-2">{isolateDirection(source.note)}</p>}
      {health.kind === "down" && (
        <p className="mt-2 text-ink-2">
          <span className="font-medium text-ink">{health.detail}</span>, since{" "}
          <Age atMs={health.sinceMs} asOfMs={asOfMs} />
          {health.lastUpAtMs === null ? (
            ". No response since Ridgepoint started."
          ) : (
            <>
              . Last response <Age atMs={health.lastUpAtMs} asOfMs={asOfMs} />.
            </>
          )}{" "}
          {source.fix}
        </p>
      )}
    </li>
  );
}

function stateWord({ health }: SourceRow): string {
  if (health.kind === "unknown") return "not checked yet";
  const version = health.version === null ? "version not reported" : `version ${health.version}`;
  if (health.kind === "down") return `${health.failure === "not-ready" ? "starting" : "down"}, ${version}`;
  return `up, ${version}, ${Math.round(health.latencyMs)}${thinSpace}ms`;
}

function TryAgain({ source }: { readonly source: SourceRow }) {
  const client = useQueryClient();
  const check = useMutation({
    mutationFn: () => checkSource(source.slug),
    onSettled: () => client.invalidateQueries({ queryKey: sourcesQuery.queryKey }),
  });
  const state = check.data?.source.health.kind;
  return (
    <span className="ml-auto flex items-center gap-3">
      <output className="text-xs text-ink-2">
        {state !== undefined &&
          (state === "up" ? "The source responds." : "The source still does not respond.")}
      </output>
      <WriteError error={check.error} title="The check failed." />
      <Button size="sm" disabled={check.isPending} onClick={() => check.mutate()}>
        {check.isPending ? "Checking" : source.health.kind === "up" ? "Check now" : "Try again"}
      </Button>
    </span>
  );
}

function Database({ database }: { readonly database: SourcesResponse["database"] }) {
  const isUp = database.state === "up";
  return (
    <li aria-label="PostgreSQL" className="border-b border-rule py-4">
      <div className="flex flex-wrap items-center gap-x-4 gap-y-1">
        <span className="flex items-center gap-2 font-semibold">
          <ShapeMark shape={isUp ? "ok" : "failed"} />
          PostgreSQL
        </span>
        <span className="text-ink-2">
          {isUp ? `up${database.version === null ? "" : `, version ${database.version}`}` : "down"}
        </span>
      </div>
      <p className="mt-1 text-xs text-ink-2">
        {isUp
          ? "PostgreSQL stores sources, deployments and events."
          : `${database.detail ?? "PostgreSQL does not respond"}. Panels use cached data, and changes cannot be saved until PostgreSQL responds.`}
      </p>
    </li>
  );
}

function Events({ events }: Pick<SourcesResponse, "events">) {
  const timeZone = useTimeZone();
  return (
    <section aria-labelledby="events" className="mt-8">
      <h2 id="events" className="text-md font-semibold">
        Version changes
      </h2>
      {events.length === 0 ? (
        <p className="mt-1 text-ink-2">No version change of a source or an engine was recorded yet.</p>
      ) : (
        <ul className="mt-2">
          {events.map((event) => (
            <li key={event.id} className="flex gap-4 border-t border-rule py-1.5">
              <span className="tnum w-44 shrink-0 text-ink-3">
                <ZonedText>
                  {formatDateTime(event.atMs, timeZone)} {formatTimeZoneName(event.atMs, timeZone)}
                </ZonedText>
              </span>
              {event.title}
            </li>
          ))}
        </ul>
      )}
    </section>
  );
}
