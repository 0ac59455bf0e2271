import type { LucideIcon } from "lucide-react";
import { buttonClasses } from "@/components/ui/button-classes";

/** How all that can be done with a panel looks. */
export const panelActionClasses = `${buttonClasses("ghost", "icon-sm")} touch:size-9`;

interface PanelActionProps {
  /** Names the panel too: a page has many. */
  readonly label: string;
  readonly hint: string;
  readonly icon: LucideIcon;
  /** For what is turned on and off. */
  readonly isOn?: boolean;
  readonly onClick: () => void;
}

/** One thing that can be done with a panel. */
export function PanelAction({ label, hint, icon: Icon, isOn, onClick }: PanelActionProps) {
  return (
    <button
      type="button"
      className={panelActionClasses}
      aria-label={label}
      title={hint}
      aria-pressed={isOn}
      onClick={onClick}
    >
      <Icon aria-hidden className="size-3.5" />
    </button>
  );
}
