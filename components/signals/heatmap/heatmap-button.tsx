import { LayoutGrid } from "lucide-react";
import { PanelAction } from "@/components/charts/frame/panel-action";

interface HeatmapButtonProps {
  readonly title: string;
  readonly isOn: boolean;
  readonly onToggle: () => void;
}

/** Switches a panel between percentile lines and a heatmap of the distribution. */
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
