/**
 * Copies `text` to the clipboard and returns false if the browser refuses. `navigator.clipboard` does not exist over
 * plain HTTP except on localhost. In that case a temporary text field next to `near` is selected and copied, so that
 * a popup keeps its focus.
 */
export async function copyText(text: string, near: HTMLElement): Promise<boolean> {
  // The type declares the API as always present, but browsers provide it only in secure contexts.
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
