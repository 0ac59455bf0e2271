"use client";

import Link from "next/link";
import { usePathname } from "next/navigation";
import { linkTo, useView } from "@/lib/client/url-state";
import { cn } from "@/components/ui/cn";

/** The pages of the settings. */
const pages = [
  { title: "Sources", path: "/settings/sources", keepsDeployment: false },
  { title: "Deployments", path: "/settings/deployments", keepsDeployment: false },
  { title: "Data check", path: "/settings/data-check", keepsDeployment: true },
] as const;

export function SettingsTabs() {
  const pathname = usePathname();
  const [view] = useView();
  return (
    <nav aria-label="Settings" className="mb-6 border-b border-rule">
      <ul className="flex gap-5">
        {pages.map(({ title, path, keepsDeployment }) => {
          const isOpen = pathname === path;
          return (
            <li key={path}>
              <Link
                href={linkTo(path, keepsDeployment ? { d: view.d } : {})}
                aria-current={isOpen ? "page" : undefined}
                className={cn(
                  "-mb-px block border-b-2 border-transparent pb-2 text-ink-2 hover:text-ink",
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
