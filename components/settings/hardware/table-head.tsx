"use client";

import { Button } from "@/components/ui/button";
import { fieldClasses } from "@/components/ui/field";

interface TableHeadProps {
  readonly title: string;
  readonly addLabel: string;
  readonly filterText: string;
  readonly onFilter: (text: string) => void;
  readonly onAdd: () => void;
}

/** Table title, filter field and add button. */
export function TableHead({ title, addLabel, filterText, onFilter, onAdd }: TableHeadProps) {
  return (
    <header className="flex flex-wrap items-center gap-3 pb-2">
      <h2 className="mr-auto text-md font-semibold">{title}</h2>
      <input
        type="search"
        className={fieldClasses}
        aria-label={`Filter ${title}`}
        placeholder="Filter"
        value={filterText}
        onChange={(event) => onFilter(event.target.value)}
      />
      <Button onClick={onAdd}>{addLabel}</Button>
    </header>
  );
}
