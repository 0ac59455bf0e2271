import dynamic from "next/dynamic";
import type { RefCallback } from "react";
import type { Answer } from "@/lib/model/answer";
import { getAnswer } from "@/components/charts/frame/panel-state";
import { ErrorBoundary } from "@/components/shared/error-boundary";
import { cn } from "@/components/ui/cn";
import { SignalPanel } from "./panels/signal-panel";
import type { CreateTracesLink } from "./traces-link";
import { splitWarning } from "./panels/split-warning";
import { ttftCountWarning } from "./panels/ttft-count";
import type { ShownBaseline } from "./baseline/panel-baseline";
import type { ComparedAnswer } from "./comparison/use-comparison";
import type { ShownPanel } from "./panels/panel-question";
import type { PanelStates } from "./use-panels";

/** Loaded only if the link names heatmaps. */
const HeatNotice = dynamic(() => import("./heatmap/heatmap-notice").then((module) => module.HeatmapNotice), {
  ssr: false,
});

interface SignalSectionsProps {
  readonly panels: readonly ShownPanel[];
  readonly panelStates: PanelStates;
  /** Label by whose values the panels are split. Null if they are not split. */
  readonly splitLabel: string | null;
  readonly visiblePanelIds: ReadonlySet<string>;
  /** Ids of the panels that show their distribution. */
  readonly heatmapPanelIds: readonly string[];
  readonly onHeatmap: (id: string) => void;
  readonly baseline: ShownBaseline | null;
  readonly getComparedAnswer: (id: string) => ComparedAnswer | null;
  readonly observeElement: (id: string) => RefCallback<HTMLElement>;
  readonly createTracesLink: CreateTracesLink;
  readonly onZoom: (startMs: number, endMs: number) => void;
}

/** Returns what the values exclude, then why the panel is not split like the page. */
function warningOf(panel: ShownPanel, by: string | null, read: (id: string) => Answer | null): string | null {
  const warnings = [
    panel.id === "ttft" ? ttftCountWarning(read) : null,
    splitWarning(panel, by, read(panel.id)),
  ];
  return warnings.filter((one) => one !== null).join(" ") || null;
}

const createSectionId = (section: string): string => `section-${section.toLowerCase().replaceAll(" ", "-")}`;

/** Panels in a grid per section, in the order of `panels`. Each panel loads and fails independently. */
export function SignalSections({
  panels,
  panelStates,
  splitLabel,
  visiblePanelIds,
  heatmapPanelIds,
  onHeatmap,
  baseline,
  getComparedAnswer,
  observeElement,
  createTracesLink,
  onZoom,
}: SignalSectionsProps) {
  const read = (id: string): Answer | null => getAnswer(panelStates.getState(id));
  const sections = [...new Set(panels.map(({ section }) => section))].map((section, index) => (
    // The first section is directly under the line of the tabs.
    <section
      key={section}
      aria-labelledby={createSectionId(section)}
      className={cn("border-rule pb-8", index > 0 && "border-t pt-4")}
    >
      <h2 id={createSectionId(section)} className="mb-4 text-xs font-medium text-ink-2">
        {section}
      </h2>
      <div className="grid grid-cols-1 gap-x-8 gap-y-8 md:grid-cols-2 xl:grid-cols-3">
        {panels
          .filter((panel) => panel.section === section)
          .map((panel) => (
            <ErrorBoundary key={panel.id} contentTitle={panel.title}>
              <SignalPanel
                panel={panel}
                state={panelStates.getState(panel.id)}
                warning={warningOf(panel, splitLabel, read)}
                createTracesLink={createTracesLink}
                isInView={visiblePanelIds.has(panel.id)}
                isHeatmap={heatmapPanelIds.includes(panel.id)}
                onHeatmap={() => onHeatmap(panel.id)}
                comparedAnswer={getComparedAnswer(panel.id)}
                baseline={baseline}
                observeElement={observeElement(panel.id)}
                onRetry={panelStates.retry}
                onZoom={onZoom}
              />
            </ErrorBoundary>
          ))}
      </div>
    </section>
  ));
  return (
    <>
      {heatmapPanelIds.length > 0 && <HeatNotice heatmapPanelIds={heatmapPanelIds} />}
      {sections}
    </>
  );
}
