import { Command } from "cmdk";
import { useState } from "react";
import { findPageActions, runPageAction, type PageAction } from "./find-page-actions";
import { groupClasses, itemClasses } from "./palette-classes";

interface PageActionItemsProps {
  /** Actions of panels are listed only while something is typed. */
  readonly isSearching: boolean;
  readonly run: (act: () => void) => void;
  /** Selects the window to compare with. */
  readonly onCompare: (comparison: string) => void;
}

/** Name of the menu of comparisons. The palette offers its most frequent choice, too. */
const comparisonMenu = "Compare with";

/** Actions of the open page and of its panels, and the usual comparison of a page that compares windows. */
export function PageActionItems({ isSearching, run, onCompare }: PageActionItemsProps) {
  const [actions] = useState(findPageActions);
  const listed = actions.filter(({ panel }) => panel === null || isSearching);
  if (listed.length === 0) return null;
  return (
    <Command.Group heading="On this page" className={groupClasses}>
      {listed.map((action) => (
        <ActionItem
          key={`${action.panel} ${action.name}`}
          action={action}
          onSelect={() => run(() => runPageAction(action))}
        />
      ))}
      {actions.some(({ name, panel }) => panel === null && name === comparisonMenu) && (
        <Command.Item className={itemClasses} onSelect={() => run(() => onCompare("previous"))}>
          {comparisonMenu} previous period
        </Command.Item>
      )}
    </Command.Group>
  );
}

interface ActionItemProps {
  readonly action: PageAction;
  readonly onSelect: () => void;
}

function ActionItem({ action: { name, text, panel, isOn }, onSelect }: ActionItemProps) {
  return (
    <Command.Item
      value={panel === null ? text : `${text} of ${panel}: ${name}`}
      className={itemClasses}
      onSelect={onSelect}
    >
      {text}
      {panel !== null && <span className="truncate text-ink-3">{panel}</span>}
      {isOn && <span className="text-ink-3">on</span>}
    </Command.Item>
  );
}
