"use client";

import { Button } from "@/components/ui/button";
import { fieldClasses } from "@/components/ui/field";

interface TableHeadProps {
  readonly title: string;
  readonly add: string;
  readonly filterText: string;
  readonly onFilter: (text: string) => void;
  readonly onAdd: () => void;
}

/** A table's name, a field to find rows by, and the way to a new one. */
export function TableHead({ title, add, filterText, onFilter, onAdd }: TableHeadProps) {
  return (
    <header className="flex flex-wrap items-center gap-3 pb-2">
      <h2 className="mr-auto text-md font-semibold">{title}</h2>
      <input
        type="search"
        className={fieldClasses}
        aria-label={`Find in ${title}`}
        placeholder="Find"
        value={filterText}
        onChange={(event) => onFilter(event.target.value)}
      />
      <Button onClick={onAdd}>{add}</Button>
    </header>
  );
}
