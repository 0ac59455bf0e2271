"use client";

import Link from "next/link";
import { usePathname } from "next/navigation";
import { cn } from "@/components/ui/cn";

export interface PageTab {
  readonly title: string;
  readonly path: string;
  /** The path with what it keeps of the page that is open. */
  readonly href: string;
}

interface PageTabsProps {
  readonly label: string;
  readonly tabs: readonly PageTab[];
  readonly className: string;
}

/** The parts of a room, each a page of its own; a wall shows none. */
export function PageTabs({ label, tabs, className }: PageTabsProps) {
  const pathname = usePathname();
  return (
    <nav aria-label={label} className={cn("border-b border-rule in-data-kiosk:hidden", className)}>
      <ul className="flex gap-5">
        {tabs.map(({ title, path, href }) => {
          const isOpen = pathname === path;
          return (
            <li key={path}>
              <Link
                href={href}
                aria-current={isOpen ? "page" : undefined}
                className={cn(
                  "-mb-px block border-b-2 border-transparent pb-1.5 text-ink-2 hover:text-ink",
                  isOpen && "border-accent font-medium text-ink",
                )}
              >
                {title}
              </Link>
            </li>
          );
        })}
      </ul>
    </nav>
  );
}
