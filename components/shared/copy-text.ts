/**
 * Puts `text` on the clipboard; false when the browser does not let us. Over plain HTTP under another name than localhost
 * there is no `navigator.clipboard`; there a selected text field is copied the old way, beside `near`, so that a popup that
 * holds the focus keeps it.
 */
export async function copyText(text: string, near: HTMLElement): Promise<boolean> {
  // Typed as always there, which holds in secure contexts only.
  const clipboard = navigator.clipboard as Clipboard | undefined;
  if (clipboard === undefined) return copySelected(text, near);
  try {
    await clipboard.writeText(text);
    return true;
  } catch (error) {
    if (error instanceof DOMException) return copySelected(text, near);
    throw error;
  }
}

function copySelected(text: string, near: HTMLElement): boolean {
  const field = document.createElement("textarea");
  field.value = text;
  field.readOnly = true;
  field.className = "fixed top-0 left-0 size-px opacity-0";
  (near.parentElement ?? document.body).append(field);
  field.focus({ preventScroll: true });
  field.select();
  try {
    return document.execCommand("copy");
  } finally {
    field.remove();
    near.focus({ preventScroll: true });
  }
}
