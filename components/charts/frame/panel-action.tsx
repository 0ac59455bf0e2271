import type { LucideIcon } from "lucide-react";
import { buttonClasses } from "@/components/ui/button-classes";

/** Classes of every panel action. */
export const panelActionClasses = `${buttonClasses("ghost", "icon-sm")} touch:size-9`;

interface PanelActionProps {
  /** Includes the panel's name, because a page has many panels. */
  readonly label: string;
  readonly hint: string;
  readonly icon: LucideIcon;
  /** State of a toggle. Absent for a button that is not a toggle. */
  readonly isOn?: boolean;
  readonly onClick: () => void;
}

/** Button for one panel action. */
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
