import type { PreviewSourcesResponse } from "@/lib/contracts/installation/source-preview";
import { CopyButton } from "@/components/shared/copy/copy-button";

interface ConfigurationTextProps {
  readonly preview: Pick<PreviewSourcesResponse, "environmentLines" | "configFile">;
}

/** Shows the environment variables and the file that connect new sources, with a button that copies each. */
export function ConfigurationText({ preview: { environmentLines, configFile } }: ConfigurationTextProps) {
  return (
    <section aria-label="Configuration" className="py-4">
      <h3 className="font-semibold">Configuration</h3>
      <p className="mt-1 text-ink-2">
        Set these environment variables where Ridgepoint starts. A restart of Ridgepoint applies them.
      </p>
      <CopiedText text={environmentLines} name="Environment variables" copyLabel="Copy variables" />
      {configFile.kind === "absent" ? (
        <p className="mt-4 text-ink-2">There is no ridgepoint.yaml. {configFile.reason}</p>
      ) : (
        <>
          <p className="mt-4 text-ink-2">
            Optional: to define the deployments as code, save this file as ridgepoint.yaml, and set{" "}
            <code className="font-mono">RIDGEPOINT_CONFIG</code> to its path. A restart of Ridgepoint reads
            the file. Without it, Ridgepoint discovers the deployments.
          </p>
          <CopiedText text={configFile.text} name="ridgepoint.yaml" copyLabel="Copy ridgepoint.yaml" />
        </>
      )}
    </section>
  );
}

interface CopiedTextProps {
  readonly text: string;
  readonly name: string;
  readonly copyLabel: string;
}

function CopiedText({ text, name, copyLabel }: CopiedTextProps) {
  return (
    <>
      {/* The region scrolls, so it needs the focus of the keyboard. */}
      <pre
        role="region"
        aria-label={name}
        // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex
        tabIndex={0}
        className="mt-2 max-h-80 overflow-auto rounded-sm bg-well p-3 font-mono text-xs"
      >
        {text}
      </pre>
      <p className="mt-1 flex items-center gap-2">
        <CopyButton text={text} label={copyLabel} />
      </p>
    </>
  );
}
