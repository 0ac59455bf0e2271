/** Which panels a deployment's page has. */
import { notJoinedSentences } from "@/lib/model/not-joined";
import type { ExporterFamily, Family } from "@/lib/model/signal-definition";
import { signalDefinition, type SignalId } from "@/lib/model/signals";
import { panels, type Panel } from "./panels";
import { trainingPanels } from "./training-panels";
import type { ShownPanel } from "./use-panels";

interface DeploymentFeatures {
  /** Kinds of exporters joined to the deployment; null while that is not known. */
  readonly families: readonly Family[] | null;
  /** The label that tells why requests ended; null where its engine has none. */
  readonly reasonLabel: string | null;
  /** A training job has none of the signals of serving: a page of panels that say so would hide what it has. */
  readonly servesRequests: boolean;
  /** Without a source of traces no panel leads to any. */
  readonly hasTraces: boolean;
}

/**
 * Those of an exporter where one of its kind was joined, and finish reasons where the engine tells them, in the order of the page: a
 * training job's begins with its training.
 */
export function shownPanels({
  families,
  reasonLabel,
  servesRequests,
  hasTraces,
}: DeploymentFeatures): readonly ShownPanel[] {
  const inOrder = servesRequests
    ? panels
    : [...trainingPanels, ...panels.filter((one) => !trainingPanels.includes(one))];
  const offered = hasTraces ? inOrder : inOrder.map(({ traces: _traces, ...panel }) => panel);
  return offered.flatMap((panel): readonly ShownPanel[] => {
    if (!servesRequests && panel.signals.every((id) => signalDefinition(id).family === "engine")) return [];
    if (panel.needs !== undefined && families?.includes(panel.needs) !== true) return [];
    if (families !== null && missingExporterFamily(panel, families) !== null) return [];
    if (panel.splitBy === undefined) return [panel];
    return reasonLabel === null ? [] : [{ ...panel, label: reasonLabel }];
  });
}

/** A kind of exporter that the deployment lacks: one sentence stands for all panels it would fill. */
export interface MissingExporterSection {
  readonly family: ExporterFamily;
  readonly detail: string;
  readonly signals: readonly SignalId[];
}

/** In the order of the page; those of rarer exporters are not missed. */
export function missingExporterSections(
  families: readonly Family[] | null,
): readonly MissingExporterSection[] {
  if (families === null) return [];
  const sections = new Map<ExporterFamily, SignalId[]>();
  for (const panel of panels) {
    const family = panel.needs === undefined ? missingExporterFamily(panel, families) : null;
    if (family !== null) sections.set(family, [...(sections.get(family) ?? []), ...panel.signals]);
  }
  return [...sections].map(([family, signals]) => ({ family, signals, detail: notJoinedSentences[family] }));
}

/** The exporter that all of a panel's signals would come from, where it was not joined. */
function missingExporterFamily({ signals }: Panel, families: readonly Family[]): ExporterFamily | null {
  const panelFamilies = new Set(signals.map((id) => signalDefinition(id).family));
  const [family] = panelFamilies;
  const isMissing = panelFamilies.size === 1 && family !== undefined && !families.includes(family);
  return isMissing && family !== "engine" ? family : null;
}
