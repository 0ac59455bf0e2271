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
  /** On a phone they are wider than the page: they move sideways, and the open one is brought into view. */
  readonly isWide?: boolean;
}

function reveal(tab: HTMLLIElement | null): void {
  tab?.scrollIntoView({ block: "nearest", inline: "nearest" });
}

/** The parts of a room, each a page of its own; a wall shows none. */
export function PageTabs({ label, tabs, className, isWide = false }: PageTabsProps) {
  const pathname = usePathname();
  return (
    <nav
      aria-label={label}
      className={cn(
        "border-b border-rule in-data-kiosk:hidden",
        isWide && "overflow-x-auto whitespace-nowrap",
        className,
      )}
    >
      <ul className="flex gap-5">
        {tabs.map(({ title, path, href }) => {
          const isOpen = pathname === path;
          return (
            <li key={path} ref={isWide && isOpen ? reveal : undefined}>
              <Link
                href={href}
                aria-current={isOpen ? "page" : undefined}
                className={cn(
                  "block border-b-2 border-transparent pb-1.5 text-ink-2 hover:text-ink",
                  // What moves sideways is cut at its edge.
                  isWide ? "pt-1" : "-mb-px",
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
