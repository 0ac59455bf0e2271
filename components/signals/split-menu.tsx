"use client";

import { useQuery } from "@tanstack/react-query";
import { ChevronDown } from "lucide-react";
import { useState } from "react";
import { labelsQuery } from "@/lib/client/queries/labels";
import { MenuButton } from "@/components/ui/menu-button";

interface SplitMenuProps {
  readonly deployment: string;
  readonly label: string | null;
  readonly onChoose: (label: string | null) => void;
}

/** Splits every panel by the values of a label. */
export function SplitMenu({ deployment, label, onChoose }: SplitMenuProps) {
  const [isOpen, setOpen] = useState(false);
  const { data, isError } = useQuery({ ...labelsQuery(deployment), enabled: isOpen });
  const labels = data?.labels ?? [];
  return (
    <MenuButton
      onOpenChange={setOpen}
      triggerProps={{
        label: "Split by",
        className: "flex h-7 items-center gap-1 rounded-sm px-1.5 text-ink-2 hover:bg-hover",
        children: (
          <>
            Split by <span className="max-w-40 truncate font-medium text-ink">{label ?? "nothing"}</span>
            <ChevronDown aria-hidden className="size-3.5 shrink-0 text-ink-3" />
          </>
        ),
      }}
      options={[
        { key: "", isChosen: label === null, onChoose: () => onChoose(null), children: "None" },
        ...labels.map(({ name, valueCount, hasMoreValues, exampleValues }) => ({
          key: name,
          isChosen: name === label,
          onChoose: () => onChoose(name),
          children: (
            <span title={exampleValues.join(", ")}>
              {name}{" "}
              <span className="text-ink-3">{hasMoreValues ? `≥ ${valueCount}` : valueCount} values</span>
            </span>
          ),
        })),
      ]}
      note={
        <>
          {data !== undefined && labels.length === 0 && (
            <p className="px-2 py-1.5 text-ink-2">
              This deployment cannot be split: none of its labels has more than one value.
            </p>
          )}
          {data === undefined && (
            <p className="px-2 py-1.5 text-ink-2">
              {isError ? "The labels could not be loaded. Open the menu again." : "Loading labels"}
            </p>
          )}
        </>
      }
    />
  );
}
