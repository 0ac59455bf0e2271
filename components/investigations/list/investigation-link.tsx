import Link from "next/link";
import type { InvestigationEntry } from "@/lib/contracts/investigations/investigations";
import { investigationName } from "@/lib/model/investigation/investigation";
import { isolateDirection } from "@/components/shared/isolated-text";
import { cn } from "@/components/ui/cn";

interface InvestigationLinkProps {
  readonly investigation: Pick<InvestigationEntry, "number" | "title">;
  readonly className?: string;
}

/** Link to an investigation: its name and title. */
export function InvestigationLink({ investigation: { number, title }, className }: InvestigationLinkProps) {
  const name = investigationName(number);
  return (
    <Link
      href={`/investigations/${name}`}
      data-investigation={number}
      className={cn("font-medium wrap-anywhere whitespace-normal hover:underline", className)}
    >
      <span className="mr-2 font-mono text-xs font-normal whitespace-nowrap text-ink-2">{name}</span>
      {isolateDirection(title)}
    </Link>
  );
}
