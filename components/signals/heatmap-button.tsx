import { LayoutGrid } from "lucide-react";

interface HeatmapButtonProps {
  readonly title: string;
  readonly isOn: boolean;
  readonly onToggle: () => void;
}

/** Turns a panel of percentiles into their distribution and back. */
export function HeatmapButton({ title, isOn, onToggle }: HeatmapButtonProps) {
  return (
    <button
      type="button"
      className="inline-flex size-6 items-center justify-center rounded-sm text-ink-2 hover:bg-hover hover:text-ink"
      aria-pressed={isOn}
      aria-label={`${title} as a heatmap`}
      title="Distribution over time"
      onClick={onToggle}
    >
      <LayoutGrid aria-hidden className="size-3.5" />
    </button>
  );
}
