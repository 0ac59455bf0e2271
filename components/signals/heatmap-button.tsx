import { LayoutGrid } from "lucide-react";
import { PanelAction } from "@/components/charts/frame/panel-action";

interface HeatmapButtonProps {
  readonly title: string;
  readonly isOn: boolean;
  readonly onToggle: () => void;
}

/** Turns a panel of percentiles into their distribution and back. */
export function HeatmapButton({ title, isOn, onToggle }: HeatmapButtonProps) {
  return (
    <PanelAction
      label={`${title} as a heatmap`}
      hint="Distribution over time"
      icon={LayoutGrid}
      isOn={isOn}
      onClick={onToggle}
    />
  );
}
