import type { Metadata, Viewport } from "next";
import localFont from "next/font/local";
import { headers } from "next/headers";
import type { ReactNode } from "react";
import "./globals.css";
import { Providers } from "./providers";
import { readSignedInPerson } from "./visitor/read-signed-in-person";
import { StoredTheme } from "./stored-theme";

/** Preloaded, and with a fallback of the same width, because documents show text before the font is loaded. */
const inter = localFont({
  src: "../node_modules/inter-ui/variable/InterVariable.woff2",
  weight: "100 900",
  variable: "--font-inter",
});

export const metadata: Metadata = {
  title: { default: "Ridgepoint", template: "%s · Ridgepoint" },
  description:
    "Shows what limits the latency and throughput of an LLM deployment, and how certain the result is.",
};

export const viewport: Viewport = {
  themeColor: [
    { media: "(prefers-color-scheme: light)", color: "#fdfcfa" },
    { media: "(prefers-color-scheme: dark)", color: "#121316" },
  ],
};

export default async function RootLayout({ children }: { readonly children: ReactNode }) {
  const nonce = (await headers()).get("x-nonce") ?? undefined;
  const person = await readSignedInPerson();
  return (
    <html
      lang="en"
      className={inter.variable}
      data-time-zone={person?.timeZone ?? undefined}
      suppressHydrationWarning
    >
      <body>
        {person !== null && <StoredTheme theme={person.theme} nonce={nonce} />}
        <Providers nonce={nonce} theme={person?.theme ?? "system"}>
          {children}
        </Providers>
      </body>
    </html>
  );
}
