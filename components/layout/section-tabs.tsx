"use client";

import Link from "next/link";
import { usePathname } from "next/navigation";
import { linkTo, useView, type ViewState } from "@/lib/client/url-state";
import { cn } from "@/components/ui/cn";
import { pageLink } from "./page-link";
import { pagesInSection } from "./pages";

interface SectionTabsProps {
  readonly label: string;
  readonly className: string;
  /**
   * True if the tabs are wider than a phone: they scroll horizontally there, and the open tab is scrolled into view.
   */
  readonly isWide?: boolean;
  /** Adds parameters that only pages of this section keep. Absent if the section has no such parameters. */
  readonly extendLink?: (link: string, view: ViewState) => string;
}

function revealTab(tab: HTMLLIElement | null): void {
  tab?.scrollIntoView({ block: "nearest", inline: "nearest" });
}

/** Adds the model and the instance of the view to a link. */
export const addInstanceToLink = (link: string, { m, i }: ViewState): string => linkTo(link, { m, i });

/** Tabs of the pages in the open section. Kiosk mode hides them. */
export function SectionTabs({ label, className, isWide = false, extendLink }: SectionTabsProps) {
  const pathname = usePathname();
  const [view] = useView();
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
        {pagesInSection(pathname).map((page) => {
          const isOpen = pathname === page.path;
          const link = pageLink(page, view);
          return (
            <li key={page.id} ref={isWide && isOpen ? revealTab : undefined}>
              <Link
                href={extendLink?.(link, view) ?? link}
                aria-current={isOpen ? "page" : undefined}
                className={cn(
                  "block border-b-2 border-transparent pb-1.5 text-ink-2 hover:text-ink",
                  // Scrolling content is clipped at its edge.
                  isWide ? "pt-1" : "-mb-px",
                  isOpen && "border-accent font-medium text-ink",
                )}
              >
                {page.tabTitle ?? page.title}
              </Link>
            </li>
          );
        })}
      </ul>
    </nav>
  );
}
