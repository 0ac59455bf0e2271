import type { ExporterTarget } from "@/lib/contracts/deployment-exporters";
import { printSelectorText } from "@/lib/model/deployment/selector-text";

interface ExporterTargetCheckboxProps {
  readonly target: ExporterTarget;
  readonly isChosen: boolean;
  readonly onToggle: () => void;
}

/** A checkbox for one exporter target, with its selector and the other deployments that use it. */
export function ExporterTargetCheckbox({ target, isChosen, onToggle }: ExporterTargetCheckboxProps) {
  const { title, selector, usedBy } = target;
  return (
    <label className="flex items-baseline gap-2 text-xs">
      <input type="checkbox" className="translate-y-0.5" checked={isChosen} onChange={onToggle} />
      <span className="min-w-0">
        {title} <code className="font-mono break-all">{printSelectorText([selector])}</code>
        {usedBy.length > 0 && <span className="text-ink-2"> also used by {usedBy.join(", ")}</span>}
      </span>
    </label>
  );
}
