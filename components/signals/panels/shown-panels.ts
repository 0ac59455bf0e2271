/** Selects the panels of a deployment's page. */
import type { Limits } from "@/lib/model/deployment/limits";
import { notJoinedSentences } from "@/lib/model/deployment/not-joined";
import type { ExporterKind, Family } from "@/lib/model/signals/signal-definition";
import { signalDefinition, type SignalId } from "@/lib/model/signals/signals";
import { findPanelLimit } from "./panel-limit";
import { panels, type Panel } from "./panels";
import { trainingPanels } from "./training-panels";
import type { ShownPanel } from "./panel-question";

interface DeploymentFeatures {
  /** Kinds of exporters joined to the deployment. Null while unknown. */
  readonly families: readonly Family[] | null;
  /** Label with the reason why requests finished. Null if the engine has none. */
  readonly finishReasonLabel: string | null;
  /**
   * False for a training job, which has no serving signals. Empty serving panels would hide the panels that have
   * data.
   */
  readonly servesRequests: boolean;
  /** False without a trace source. Panels then have no link to traces. */
  readonly hasTraces: boolean;
  /** Limits of the deployment. Null while they are unknown. */
  readonly limits: Limits | null;
}

/**
 * Chooses the panels for a deployment, in page order: exporter panels if such an exporter is joined, and
 * finish reasons if the engine exposes them. A training job starts with its training panels.
 */
export function chooseShownPanels({
  families,
  finishReasonLabel,
  servesRequests,
  hasTraces,
  limits,
}: DeploymentFeatures): readonly ShownPanel[] {
  const inOrder = servesRequests
    ? panels
    : [...trainingPanels, ...panels.filter((one) => !trainingPanels.includes(one))];
  const offered = hasTraces ? inOrder : inOrder.map(({ traceOrder: _traces, ...panel }) => panel);
  const withLimits =
    limits === null ? offered : offered.map((panel) => ({ ...panel, ...findPanelLimit(panel, limits) }));
  return withLimits.flatMap((panel): readonly ShownPanel[] => {
    if (!servesRequests && panel.signals.every((id) => signalDefinition(id).family === "engine")) return [];
    if (panel.requiredExporter !== undefined && families?.includes(panel.requiredExporter) !== true)
      return [];
    if (families !== null && missingExporterFamily(panel, families) !== null) return [];
    if (panel.splitBy === undefined) return [panel];
    return finishReasonLabel === null ? [] : [{ ...panel, splitLabel: finishReasonLabel }];
  });
}

/** Kind of exporter that the deployment lacks, with the sentence that replaces its panels. */
export interface MissingExporterSection {
  readonly family: ExporterKind;
  readonly detail: string;
  readonly signals: readonly SignalId[];
}

/** Returns the kinds of exporters that the deployment lacks, in page order, except rare ones. */
export function findMissingExporterSections(
  families: readonly Family[] | null,
): readonly MissingExporterSection[] {
  if (families === null) return [];
  const sections = new Map<ExporterKind, SignalId[]>();
  for (const panel of panels) {
    const family = panel.requiredExporter === undefined ? missingExporterFamily(panel, families) : null;
    if (family !== null) sections.set(family, [...(sections.get(family) ?? []), ...panel.signals]);
  }
  return [...sections].map(([family, signals]) => ({ family, signals, detail: notJoinedSentences[family] }));
}

/** Returns the exporter that all signals of the panel require, if it is not joined. */
function missingExporterFamily({ signals }: Panel, families: readonly Family[]): ExporterKind | null {
  const panelFamilies = new Set(signals.map((id) => signalDefinition(id).family));
  const [family] = panelFamilies;
  const isMissing = panelFamilies.size === 1 && family !== undefined && !families.includes(family);
  return isMissing && family !== "engine" ? family : null;
}
