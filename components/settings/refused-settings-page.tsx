import { SettingsFrame } from "./settings-frame";

interface RefusedSettingsPageProps {
  readonly title: string;
  /** Why the caller may not open the page, in sentences. */
  readonly refusal: string;
}

/** Replaces a settings page that the role of the caller does not include. */
export function RefusedSettingsPage({ title, refusal }: RefusedSettingsPageProps) {
  return (
    <SettingsFrame
      headline={<span className="font-semibold text-ink">{title}</span>}
      errorText={null}
      loadingText={null}
    >
      <p className="mt-6 text-ink-2">{refusal}</p>
    </SettingsFrame>
  );
}
