"use client";

import type { FieldValues } from "react-hook-form";
import { formatDateTime } from "@/lib/format/time";
import { isolateDirection } from "@/components/shared/isolated-text";
import { useTimeZone } from "@/components/shared/use-time-zone";
import { Button } from "@/components/ui/button";
import { ChoiceDialog } from "./choice-dialog";
import { findDifferentFields, formatFieldValue } from "./compare-values";
import { describeConflict } from "./describe-conflict";
import type { FieldLabel, SaveAuthor, SavedForm } from "./use-saved-form";

interface ConflictDialogProps<Values extends FieldValues, Body> {
  readonly form: Pick<
    SavedForm<Values, Body>,
    "conflict" | "lastSave" | "keepMine" | "takeTheirs" | "decideLater" | "labels"
  >;
}

/** Shows the input of the user and the version that was saved since, and lets the user choose one. */
export function ConflictDialog<Values extends FieldValues, Body>({
  form,
}: ConflictDialogProps<Values, Body>) {
  const timeZone = useTimeZone();
  const { conflict, lastSave, keepMine, takeTheirs, decideLater, labels } = form;
  if (conflict === null) return null;
  const words = lastSave?.isCaller === true ? wordsOfCaller : wordsOfPerson;
  return (
    <ChoiceDialog
      title={describeConflict(lastSave)}
      onClose={decideLater}
      details={
        <>
          <p className="text-ink-2">
            {isolateDirection(describeSave(lastSave, timeZone))} “{words.keep}” saves the fields that you
            changed here. “{words.take}” shows the new version. You can then restore your input.
          </p>
          <table className="w-full text-left text-xs">
            <thead className="text-ink-2">
              <tr>
                {["Field", words.mine, words.theirs].map((title) => (
                  <th key={title} scope="col" className="py-1 pr-3 font-normal">
                    {title}
                  </th>
                ))}
              </tr>
            </thead>
            <tbody>
              {findDifferentFields(conflict).map(({ name, mine, theirs, isMineUnchanged }) => {
                const { label, formatValue } = labels.get(name) ?? createUnlabelledField(name);
                return (
                  <tr key={name} className="border-t border-rule align-baseline">
                    <th scope="row" className="py-1 pr-3 font-medium">
                      {label}
                    </th>
                    <td className={cell}>
                      {isMineUnchanged ? (
                        <span className="text-ink-2">not changed</span>
                      ) : (
                        formatValue(mine, conflict.mine)
                      )}
                    </td>
                    <td className={cell}>{formatValue(theirs, conflict.theirs)}</td>
                  </tr>
                );
              })}
            </tbody>
          </table>
        </>
      }
    >
      <Button variant="selected" onClick={keepMine}>
        {words.keep}
      </Button>
      <Button onClick={takeTheirs}>{words.take}</Button>
    </ChoiceDialog>
  );
}

/** Labels of both versions and of the buttons, if another person saved the new version. */
const wordsOfPerson = { mine: "Mine", theirs: "Theirs", keep: "Keep mine", take: "Take theirs" } as const;
/** The same labels if the user saved the new version in another window. */
const wordsOfCaller = {
  mine: "This window",
  theirs: "Other window",
  keep: "Keep this input",
  take: "Take saved version",
} as const;

function describeSave(lastSave: SaveAuthor | null, timeZone: string): string {
  if (lastSave === null)
    return "Another person, or you in another window, saved a new version while this form was open.";
  const time = formatDateTime(lastSave.atMs, timeZone, true);
  return lastSave.isCaller === true
    ? `You changed this in another window at ${time} while this form was open.`
    : `${lastSave.author} saved a new version at ${time} while this form was open.`;
}

const cell = "py-1 pr-3 whitespace-pre-wrap [overflow-wrap:anywhere]";

/** Describes a list, which has no label: "traceServices" becomes "Trace services". */
function createUnlabelledField(name: string): FieldLabel {
  const label = name.replaceAll(/([A-Z])/g, " $1").toLowerCase();
  return { label: label.charAt(0).toUpperCase() + label.slice(1), formatValue: formatFieldValue };
}
