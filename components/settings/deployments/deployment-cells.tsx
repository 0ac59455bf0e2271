import { ChevronRight } from "lucide-react";
import Link from "next/link";
import type { ComponentProps, ReactNode } from "react";
import type { ReviewableDeployment } from "@/lib/contracts/discovery";
import type { JudgedRow } from "@/lib/contracts/overview";
import { escapeHiddenCharactersInLine } from "@/lib/base/safe-text";
import { linkTo } from "@/lib/client/url-state";
import { Age } from "@/components/shared/age";
import { ReadingValue } from "@/components/shared/reading-value";
import { ShapeMark } from "@/components/shared/status-mark";
import { cn } from "@/components/ui/cn";
import { deploymentStateLabel } from "./deployment-state-label";

/** Values of the last five minutes, or the state in which there are none. */
export type HeadlineValues = JudgedRow["readings"] | "loading" | "not available";

interface DeploymentCellsProps {
  readonly deployment: ReviewableDeployment;
  readonly asOfMs: number;
  readonly headlineValues: HeadlineValues;
  readonly isOpen: boolean;
  readonly onToggle: () => void;
}

/** Renders one deployment as table cells: identity, state and headline values. */
export function DeploymentCells({
  deployment,
  asOfMs,
  headlineValues,
  isOpen,
  onToggle,
}: DeploymentCellsProps) {
  const { engine, instances, attachments, managedBy } = deployment;
  const isShown = deployment.mergedInto === null && deployment.review !== "hidden";
  return (
    <>
      <Name deployment={deployment} isOpen={isOpen} onToggle={onToggle} />
      <Cell title="State">
        <State deployment={deployment} asOfMs={asOfMs} />
      </Cell>
      <Cell title="Engine">{engine.title}</Cell>
      <Cell title="Servers" isNumber>
        {instances.length}
      </Cell>
      <Cell title="Exporters" isQuiet>
        {attachments.length === 0 ? "none joined" : attachments.map(({ title }) => title).join(", ")}
        {managedBy === "person" && " · edited manually"}
      </Cell>
      <Cell title="TTFT p95" isNumber>
        {isShown && <HeadlineValue values={headlineValues} name="ttftP95" unit="seconds" displayUnit="s" />}
      </Cell>
      <Cell title="Req/s" isNumber>
        {isShown && (
          <HeadlineValue
            values={headlineValues}
            name="requestRate"
            unit="requests-per-second"
            displayUnit="req/s"
            isUnitHidden
          />
        )}
      </Cell>
    </>
  );
}

interface HeadlineValueProps extends Omit<ComponentProps<typeof ReadingValue>, "reading"> {
  readonly values: HeadlineValues;
  readonly name: "ttftP95" | "requestRate";
}

function HeadlineValue({ values, name, ...format }: HeadlineValueProps) {
  if (typeof values === "string") return <span className="text-xs text-ink-3">{values}</span>;
  return <ReadingValue reading={values[name]} {...format} />;
}

function Name({ deployment, isOpen, onToggle }: Omit<DeploymentCellsProps, "asOfMs" | "headlineValues">) {
  const { title, slug, model } = deployment;
  return (
    <div className="flex min-w-0 items-baseline gap-1">
      <button
        type="button"
        aria-label={`Details of ${title}`}
        aria-expanded={isOpen}
        className="-ml-1 flex size-6 shrink-0 items-center justify-center self-start rounded-sm text-ink-3 hover:bg-hover hover:text-ink"
        onClick={onToggle}
      >
        <ChevronRight aria-hidden className={cn("size-3.5", isOpen && "rotate-90")} />
      </button>
      <span className="min-w-0">
        <Link
          href={linkTo("/signals", { d: slug })}
          className="text-md leading-6 font-semibold wrap-anywhere hover:underline"
        >
          {title}
        </Link>
        {model !== title && (
          <span className="block text-2xs wrap-anywhere text-ink-3">
            {escapeHiddenCharactersInLine(model, 100)}
          </span>
        )}
      </span>
    </div>
  );
}

function State({ deployment, asOfMs }: Pick<DeploymentCellsProps, "deployment" | "asOfMs">) {
  const { shape, word } = deploymentStateLabel(deployment);
  return (
    <>
      <span className="inline-flex items-baseline gap-1.5">
        <ShapeMark shape={shape} className="size-2.5 shrink-0 self-center" />
        {word}
      </span>
      {deployment.inactiveSinceMs !== null && (
        <span className="block text-2xs text-ink-3">
          last seen <Age atMs={deployment.inactiveSinceMs} asOfMs={asOfMs} />
        </span>
      )}
    </>
  );
}

interface CellProps {
  readonly title: string;
  readonly isNumber?: boolean;
  readonly isQuiet?: boolean;
  readonly children: ReactNode;
}

/** A value with its column title in front of it on narrow screens, where the table head is hidden. */
function Cell({ title, isNumber = false, isQuiet = false, children }: CellProps) {
  return (
    <div
      className={cn(
        "flex min-w-0 justify-between gap-4 pl-6 lg:block lg:pl-0",
        isNumber && "lg:text-right",
        isQuiet && "text-xs text-ink-2",
      )}
    >
      <span className="text-2xs text-ink-3 lg:sr-only">{title}</span>
      <span className={cn("min-w-0 text-right lg:text-left", isNumber && "tnum lg:text-right")}>
        {children}
      </span>
    </div>
  );
}
