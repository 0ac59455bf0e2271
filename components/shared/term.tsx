"use client";

import { useState, type ReactNode } from "react";
import type { GlossaryTermId } from "@/lib/model/glossary";

interface TermProps {
  readonly id: GlossaryTermId;
  readonly children: ReactNode;
}

/**
 * Shows a term with its glossary definition as tooltip. The glossary is fetched on the first hover, so that it adds nothing
 * to the first load of a page.
 */
export function Term({ id, children }: TermProps) {
  const [definition, setDefinition] = useState<string>();
  const load = async (): Promise<void> => {
    const { glossary } = await import("@/lib/model/glossary");
    setDefinition(glossary[id].definition);
  };
  return (
    <abbr
      title={definition}
      onPointerEnter={definition === undefined ? () => void load() : undefined}
      className="cursor-help decoration-dotted"
    >
      {children}
    </abbr>
  );
}
