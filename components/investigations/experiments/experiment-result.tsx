"use client";

import { useQuery } from "@tanstack/react-query";
import type { ExperimentEntry, ExperimentResultResponse } from "@/lib/contracts/investigations/experiments";
import { experimentName } from "@/lib/model/investigation/experiments/experiment";
import {
  relativeChangeText,
  relativeIntervalText,
  verdictTitles,
} from "@/lib/sentences/comparisons/statistic-text";
import { measureValueText, qualityText } from "@/lib/sentences/investigations/experiment-text";
import { verdictLoadText } from "@/lib/sentences/investigations/verdict-provenance-text";
import { percentText } from "@/lib/sentences/signals/comparison-text";
import { Age } from "@/components/shared/age";
import { ComparisonVerdictMark } from "@/components/shared/comparison/comparison-verdict-mark";
import { ScrollRegion } from "@/components/shared/figure";
import { isolateDirection } from "@/components/shared/isolated-text";
import { ReadError } from "@/components/shared/reads/read-error";
import { experimentResultQuery } from "./experiment-requests";

interface ExperimentResultProps {
  readonly number: number;
  readonly experiment: ExperimentEntry;
}

type Result = ExperimentResultResponse["result"];

/**
 * The verdict as a sentence, each measure with its interval, and how many blocks are missing. Updated while
 * the experiment runs.
 */
export function ExperimentResult({ number, experiment }: ExperimentResultProps) {
  const { data, error, refetch, dataUpdatedAt } = useQuery(experimentResultQuery(number, experiment));
  const name = experimentName(experiment.number);
  return (
    <section aria-label={`Result of ${name}`}>
      {error !== null && (
        <ReadError
          error={error}
          previousContentNoun={data === undefined ? null : "result"}
          onRetry={() => void refetch()}
        />
      )}
      {data === undefined && error === null && <ResultPlaceholder measures={experiment.measures} />}
      {data !== undefined && (
        <>
          <ResultContent result={data.result} name={name} />
          <p className="pt-1 text-2xs text-ink-2">
            Measured <Age atMs={data.result.checkedAtMs} asOfMs={data.asOfMs} receivedAtMs={dataUpdatedAt} />.
          </p>
        </>
      )}
    </section>
  );
}

/** Has the height of a result with one line per text, so that the next experiments hardly move. */
function ResultPlaceholder({ measures }: { readonly measures: ExperimentEntry["measures"] }) {
  const { guards, hasCostGuard } = measures;
  const rowCount = 1 + guards.length + (hasCostGuard ? 1 : 0);
  return (
    <div aria-busy>
      <p className="text-sm text-ink-2">Measuring the arms</p>
      <div aria-hidden className="invisible">
        <p className="pt-1">–</p>
        <table className="mt-2 text-xs">
          <thead className="text-2xs">
            <tr>
              <th>–</th>
            </tr>
          </thead>
          <tbody>
            {Array.from({ length: rowCount }, (_, index) => (
              <tr key={index} className="border-t border-rule">
                <td className="py-1">–</td>
              </tr>
            ))}
          </tbody>
        </table>
        <p className="pt-1 text-2xs">–</p>
        <p className="pt-1 text-2xs">–</p>
      </div>
    </div>
  );
}

function ResultContent({ result, name }: { readonly result: Result; readonly name: string }) {
  const { verdict, sentence, measures, quality, notes, isComplete, falseAlarmRatio } = result;
  const basis = verdictLoadText(result.basis, "of the reference arm and of the changed arm");
  return (
    <>
      <p className="text-sm">
        <ComparisonVerdictMark verdict={verdict} title={verdictTitles[verdict]} />
      </p>
      <p role="status" className="pt-1 wrap-anywhere">
        {isolateDirection(sentence)}
      </p>
      {measures.length > 0 && <MeasureTable measures={measures} name={name} />}
      {quality.map((one) => (
        <p key={one.name} className="pt-1 text-xs wrap-anywhere">
          Quality score {isolateDirection(qualityText(one))}
        </p>
      ))}
      {notes.map((note) => (
        <p key={note} className="pt-1 text-xs text-ink-2 wrap-anywhere">
          Note: {isolateDirection(note)}
        </p>
      ))}
      {basis !== null && <p className="pt-1 text-xs text-ink-2 wrap-anywhere">{basis}</p>}
      {measures.length > 0 && (
        <p className="pt-1 text-2xs text-ink-2">
          The intervals are valid at any time, so you may read the result while the experiment runs. If a
          change has no effect, at most about {percentText(falseAlarmRatio)} of experiments report a
          difference of the primary measure.
          {measures.length > 1 && (
            <> The same limit applies to all guards together. Guards are judged at every interim analysis.</>
          )}
          {isComplete && " The stop rule is met."}
        </p>
      )}
    </>
  );
}

function MeasureTable({ measures, name }: { readonly measures: Result["measures"]; readonly name: string }) {
  return (
    <ScrollRegion name={`Measures of ${name}`}>
      <table className="tnum w-full mt-2 min-w-[560px] text-left text-xs">
        <thead className="text-2xs text-ink-2">
          <tr>
            {["Measure", "Reference", "Changed", "Change", "Interval", "Blocks", "Verdict"].map((title) => (
              <th key={title} scope="col" className="pr-3 font-normal">
                {title}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {measures.map((measure) => (
            <MeasureRow key={measure.title} measure={measure} />
          ))}
        </tbody>
      </table>
    </ScrollRegion>
  );
}

function MeasureRow({ measure }: { readonly measure: Result["measures"][number] }) {
  const { title, part, verdict, blockCount, additionalBlocks } = measure;
  const inUnit = (value: number | null): string => (value === null ? "–" : measureValueText(measure, value));
  const cells = [
    inUnit(measure.referenceMean),
    inUnit(measure.changedMean),
    relativeChangeText(measure),
    relativeIntervalText(measure),
    additionalBlocks === null ? String(blockCount) : `${blockCount}, about ${additionalBlocks} more needed`,
  ];
  return (
    <tr className="border-t border-rule align-top">
      <th scope="row" className="py-1 pr-3 font-normal">
        {title} {part === "guard" && <span className="text-ink-2">guard</span>}
      </th>
      {cells.map((text, index) => (
        // The cells have no identity besides their column.
        // oxlint-disable-next-line react/no-array-index-key
        <td key={index} className="py-1 pr-3">
          {text === "" ? "–" : text}
        </td>
      ))}
      <td className="py-1">
        <ComparisonVerdictMark verdict={verdict} title={verdictTitles[verdict]} />
      </td>
    </tr>
  );
}
