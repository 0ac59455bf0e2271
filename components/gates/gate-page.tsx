"use client";

import { useQuery } from "@tanstack/react-query";
import Link from "next/link";
import { ProblemError } from "@/lib/client/fetch-json";
import { gateQuery, gatesQuery } from "@/lib/client/queries/gates";
import type { GateResponse, GateRunEntry } from "@/lib/contracts/gates";
import { toSentence } from "@/lib/format/sentence";
import { isolateDirection } from "@/components/shared/isolated-text";
import { Button } from "@/components/ui/button";
import { GateFacts } from "./gate-facts";
import { GateTable } from "./gate-table";
import { RuleTable } from "./rule-table";
import { GateVerdictMark } from "./verdict-mark";

/** One run of a gate: verdict, rules, reasons and warnings, and the runs of the same deployment and baseline. */
export function GatePage({ gateId }: { readonly gateId: string }) {
  const { data, error, refetch } = useQuery(gateQuery(gateId));
  if (data === undefined)
    return error === null ? (
      <>
        <h1 className="text-2xl font-semibold">Gate run</h1>
        <p aria-busy className="pt-4 text-ink-2">
          Loading the gate run
        </p>
      </>
    ) : (
      <Unavailable error={error} onRetry={() => void refetch()} />
    );
  return (
    <>
      <BackLink />
      <GateVerdictMark verdict={data.gate.verdict} />
      <h1 className="max-w-[1040px] pt-1 pb-4 text-2xl font-medium tracking-[-0.01em] wrap-anywhere">
        {isolateDirection(data.gate.sentence)}
      </h1>
      {error !== null && (
        <p role="alert" className="pb-3">
          {toSentence(error.message)} The previous state is shown.
        </p>
      )}
      <GateFacts gate={data.gate} />
      <GateContent response={data} />
      <History gate={data.gate} />
    </>
  );
}

function GateContent({ response: { gate, result, texts } }: { readonly response: GateResponse }) {
  if (result === null)
    return (
      <p role="status" className="pt-6 text-ink-2">
        The run is evaluated after the end of its window. This page updates by itself.
      </p>
    );
  return (
    <>
      <TextSection
        title={texts.obstacles.length > 0 ? "Why there is no verdict" : "Data, load and environment"}
        texts={texts.obstacles}
        emptyText="No problems: data are complete and recent, load and environment are equal, and no exclusion, deploy or throttling affected the window."
      />
      <section aria-label="Rules" className="pt-6">
        <h2 className="pb-2 text-md font-semibold">Rules</h2>
        {result.rules.length === 0 ? (
          <p className="text-ink-2">
            The rules could not be judged without measurements: {gate.rules.join(", ")}.
          </p>
        ) : (
          <RuleTable rules={result.rules} />
        )}
        <ul className="max-w-[1040px] list-disc pt-3 pl-5 text-ink-2">
          {texts.rules.map((text) => (
            <li key={text}>{text}</li>
          ))}
        </ul>
      </section>
      <TextSection title="Warnings" texts={texts.warnings} emptyText="None." />
    </>
  );
}

interface TextSectionProps {
  readonly title: string;
  readonly texts: readonly string[];
  readonly emptyText: string;
}

function TextSection({ title, texts, emptyText }: TextSectionProps) {
  return (
    <section aria-label={title} className="pt-6">
      <h2 className="pb-2 text-md font-semibold">{title}</h2>
      {texts.length === 0 ? (
        <p className="text-ink-2">{emptyText}</p>
      ) : (
        <ul className="max-w-[1040px] list-disc pl-5">
          {texts.map((text) => (
            <li key={text} className="wrap-anywhere">
              {isolateDirection(text)}
            </li>
          ))}
        </ul>
      )}
    </section>
  );
}

/** Runs of the same deployment and baseline, including this one. */
function History({ gate }: { readonly gate: GateRunEntry }) {
  const isKnown = !gate.deployment.isDeleted && !gate.baseline.isDeleted;
  const { data, dataUpdatedAt } = useQuery({
    ...gatesQuery({ deployment: gate.deployment.slug, baseline: gate.baseline.id }),
    enabled: isKnown,
  });
  if (!isKnown || data === undefined) return null;
  return (
    <section aria-label="History" className="pt-6">
      <h2 className="pb-2 text-md font-semibold">Runs with this deployment and baseline</h2>
      <GateTable name="History, table" gates={data.gates} asOfMs={data.asOfMs} receivedAtMs={dataUpdatedAt} />
    </section>
  );
}

function BackLink() {
  return (
    <p className="pb-2 text-xs">
      <Link href="/gates" className="text-accent hover:underline">
        All gate runs
      </Link>
    </p>
  );
}

interface UnavailableProps {
  readonly error: Error;
  readonly onRetry: () => void;
}

function Unavailable({ error, onRetry }: UnavailableProps) {
  const isMissing = error instanceof ProblemError && error.problem.code === "not-found";
  return (
    <>
      <BackLink />
      <h1 className="text-2xl font-semibold">
        {isMissing ? "This gate run does not exist." : "The gate run could not be loaded."}
      </h1>
      <p role="alert" className="flex flex-wrap items-center gap-3 pt-3 text-ink-2">
        {isMissing ? "Check the link. The list shows all gate runs." : toSentence(error.message)}
        {!isMissing && (
          <Button size="sm" onClick={onRetry}>
            Try again
          </Button>
        )}
      </p>
    </>
  );
}
