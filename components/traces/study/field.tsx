import type { ReactNode } from "react";

export const fieldClasses = "h-7 rounded-sm border border-rule-strong bg-sheet px-1.5 text-sm text-ink";

/** A form's field below its name. */
export function Field({ name, children }: { readonly name: string; readonly children: ReactNode }) {
  return (
    <label className="flex flex-col gap-0.5 text-xs text-ink-2">
      {name}
      {children}
    </label>
  );
}
