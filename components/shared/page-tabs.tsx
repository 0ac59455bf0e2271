"use client";

import Link from "next/link";
import { usePathname } from "next/navigation";
import { cn } from "@/components/ui/cn";

export interface PageTab {
  readonly title: string;
  readonly path: string;
  /** Path with the URL parameters that carry over. */
  readonly href: string;
}

interface PageTabsProps {
  readonly label: string;
  readonly tabs: readonly PageTab[];
  readonly className: string;
  /** On phones the tabs scroll horizontally, and the open tab is scrolled into view. */
  readonly isWide?: boolean;
}

function reveal(tab: HTMLLIElement | null): void {
  tab?.scrollIntoView({ block: "nearest", inline: "nearest" });
}

/** Tabs of a page. Kiosk mode hides them. */
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
                  // Scrolling content is clipped at its edge.
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
