"use client";

import { QueryClientProvider } from "@tanstack/react-query";
import { ThemeProvider } from "next-themes";
import { NuqsAdapter } from "nuqs/adapters/next/app";
import { useState, type ReactNode } from "react";
import { makeQueryClient } from "@/lib/client/query-client";

interface ProvidersProps {
  readonly nonce: string | undefined;
  /** The theme while the browser remembers none. */
  readonly theme: string;
  readonly children: ReactNode;
}

/** Contexts that all pages need: theme, queries and URL state. */
export function Providers({ nonce, theme, children }: ProvidersProps) {
  const [queryClient] = useState(() => makeQueryClient());
  return (
    <ThemeProvider
      attribute="data-theme"
      defaultTheme={theme}
      disableTransitionOnChange
      {...(nonce === undefined ? {} : { nonce })}
    >
      <QueryClientProvider client={queryClient}>
        <NuqsAdapter>{children}</NuqsAdapter>
      </QueryClientProvider>
    </ThemeProvider>
  );
}
