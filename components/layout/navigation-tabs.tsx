"use client";

import { Ellipsis } from "lucide-react";
import Link from "next/link";
import { usePathname } from "next/navigation";
import type { ReactNode } from "react";
import { useView } from "@/lib/client/url-state";
import { cn } from "@/components/ui/cn";
import { PopoverButton } from "@/components/ui/popover-button";
import { pageLink } from "./page-link";
import { isSectionOpen, mainPages, type MainPage } from "./pages";

const hasTab = ({ sidebarEntry }: MainPage): boolean => "hasTab" in sidebarEntry;
const tabPages = mainPages.filter(hasTab);
const menuPages = mainPages.filter((page) => !hasTab(page));

/** Classes of a tab. */
function tabClassName(isOpen: boolean): string {
  return cn(
    "flex w-full flex-col items-center gap-0.5 px-px py-1.5 text-2xs text-ink-2",
    isOpen && "font-semibold text-ink",
  );
}

interface NavigationTabsProps {
  /** Profile link and sign-out button of the person who signed in. */
  readonly account: ReactNode;
}

/** On phones the most important pages are tabs at the bottom. A menu has the other pages and the account. */
export function NavigationTabs({ account }: NavigationTabsProps) {
  const pathname = usePathname();
  const [view] = useView();
  return (
    <nav aria-label="Pages" className="fixed inset-x-0 bottom-0 z-30 border-t border-rule bg-well md:hidden">
      <ul className="flex">
        {tabPages.map((page) => (
          <li key={page.id} className="min-w-0 flex-auto">
            <Link
              href={pageLink(page, view)}
              aria-current={isSectionOpen(page, pathname) ? "page" : undefined}
              className={tabClassName(isSectionOpen(page, pathname))}
            >
              <page.sidebarEntry.icon aria-hidden className="size-4" strokeWidth={1.6} />
              {page.sidebarEntry.title}
            </Link>
          </li>
        ))}
        <li className="min-w-0 flex-auto">
          <MoreMenu account={account} />
        </li>
      </ul>
    </nav>
  );
}

function MoreMenu({ account }: NavigationTabsProps) {
  const pathname = usePathname();
  const [view] = useView();
  const openPage = menuPages.find((page) => isSectionOpen(page, pathname));
  return (
    <PopoverButton
      heading="More pages"
      align="end"
      triggerProps={{
        label:
          openPage === undefined ? "More pages" : `More pages. Open page: ${openPage.sidebarEntry.title}`,
        className: tabClassName(openPage !== undefined),
        children: (
          <>
            <Ellipsis aria-hidden className="size-4" strokeWidth={1.6} />
            More
          </>
        ),
      }}
    >
      {(close) => (
        <>
          <ul className="min-w-44">
            {menuPages.map((page) => (
              <li key={page.id}>
                <Link
                  href={pageLink(page, view)}
                  onClick={close}
                  aria-current={page.id === openPage?.id ? "page" : undefined}
                  className={cn(
                    "flex h-10 items-center gap-3 text-sm text-ink-2",
                    page.id === openPage?.id && "font-semibold text-ink",
                  )}
                >
                  <page.sidebarEntry.icon aria-hidden className="size-4" strokeWidth={1.6} />
                  {page.sidebarEntry.title}
                </Link>
              </li>
            ))}
          </ul>
          {account}
        </>
      )}
    </PopoverButton>
  );
}
