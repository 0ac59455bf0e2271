import { CopyButton } from "@/components/shared/copy/copy-button";

/** New recovery codes, which are shown once. */
export function RecoveryCodes({ codes }: { readonly codes: readonly string[] }) {
  return (
    <div role="status" aria-label="Recovery codes" className="pt-4">
      <p className="pb-2">
        Store these recovery codes where only you can read them. Each recovery code replaces one code of the
        authenticator app. The codes are not shown again.
      </p>
      <ul className="grid grid-cols-2 gap-x-6 gap-y-1 pb-2 font-mono text-xs">
        {codes.map((code) => (
          <li key={code}>{code}</li>
        ))}
      </ul>
      <CopyButton text={codes.join("\n")} label="Copy recovery codes" />
    </div>
  );
}
