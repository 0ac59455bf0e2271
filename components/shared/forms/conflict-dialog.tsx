"use client";

import type { FieldValues } from "react-hook-form";
import { formatDateTime } from "@/lib/format/time";
import { isolateDirection } from "@/components/shared/isolated-text";
import { useTimeZone } from "@/components/shared/use-time-zone";
import { Button } from "@/components/ui/button";
import { ChoiceDialog } from "./choice-dialog";
import { findDifferentFields, formatFieldValue } from "./compare-values";
import type { FieldLabel, SavedForm } from "./use-saved-form";

interface ConflictDialogProps<Values extends FieldValues, Body> {
  readonly form: Pick<
    SavedForm<Values, Body>,
    "conflict" | "lastSave" | "keepMine" | "takeTheirs" | "decideLater" | "labels"
  >;
}

/** Shows the user's version and the version that another user has saved since, and lets the user choose one. */
export function ConflictDialog<Values extends FieldValues, Body>({
  form,
}: ConflictDialogProps<Values, Body>) {
  const timeZone = useTimeZone();
  const { conflict, lastSave, keepMine, takeTheirs, decideLater, labels } = form;
  if (conflict === null) return null;
  return (
    <ChoiceDialog
      title="Changed by someone else"
      onClose={decideLater}
      details={
        <>
          <p className="text-ink-2">
            {lastSave === null ? (
              "Another user saved a new version while this form was open."
            ) : (
              <>
                {isolateDirection(lastSave.author)} saved a new version at{" "}
                {formatDateTime(lastSave.atMs, timeZone, true)} while this form was open.
              </>
            )}{" "}
            “Keep mine” saves the fields that you changed. “Take theirs” shows the new version. You can then
            restore your input.
          </p>
          <table className="w-full text-left text-xs">
            <thead className="text-ink-2">
              <tr>
                {["Field", "Mine", "Theirs"].map((title) => (
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
        Keep mine
      </Button>
      <Button onClick={takeTheirs}>Take theirs</Button>
    </ChoiceDialog>
  );
}

const cell = "py-1 pr-3 whitespace-pre-wrap [overflow-wrap:anywhere]";

/** Describes a list, which has no label: "traceServices" becomes "Trace services". */
function createUnlabelledField(name: string): FieldLabel {
  const label = name.replaceAll(/([A-Z])/g, " $1").toLowerCase();
  return { label: label.charAt(0).toUpperCase() + label.slice(1), formatValue: formatFieldValue };
}
