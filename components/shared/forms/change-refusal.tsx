/** States why the caller may not change an object, in place of the controls that would be refused. */
export function ChangeRefusal({ text }: { readonly text: string }) {
  return <p className="max-w-[60ch] text-xs text-ink-2">{text}</p>;
}
