import Link from "next/link";
import type { ReactNode } from "react";
import type { Reading } from "@/lib/model/reading";
import { cn } from "@/components/ui/cn";

interface PanelLinkProps {
  readonly reading: Reading;
  readonly href: string;
  readonly className?: string;
  readonly children: ReactNode;
}

/** Links a number to its panel. The reason of a missing value stays plain text with its tooltip. */
export function PanelLink({ reading, href, className, children }: PanelLinkProps) {
  if (reading.kind === "absent") return children;
  return (
    <Link href={href} prefetch={false} className={cn("hover:underline", className)}>
      {children}
    </Link>
  );
}
