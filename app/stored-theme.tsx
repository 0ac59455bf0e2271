import type { SessionResponse } from "@/lib/contracts/people/session";

interface StoredThemeProps {
  readonly theme: NonNullable<SessionResponse["person"]>["theme"];
  readonly nonce: string | undefined;
}

/**
 * Replaces the theme that the browser stored with the theme of the person, before the page is painted. A browser
 * without storage uses the theme of the person as its default theme.
 */
export function StoredTheme({ theme, nonce }: StoredThemeProps) {
  const script = `try{localStorage.setItem("theme",${JSON.stringify(theme)})}catch(error){console.info(error)}`;
  return (
    <script nonce={nonce} suppressHydrationWarning>
      {script}
    </script>
  );
}
