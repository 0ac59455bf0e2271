/**
 * Splits a remedy, which is a sentence, into the command-line flags that the user copies and the text around them.
 */

const flags =
  /--[a-z][\w-]*(?:\.\w[\w-]*)*(?:[= ]\w+=\w+|=[\w./:-]*\w)?(?: --[a-z][\w-]*(?:\.\w[\w-]*)*(?:[= ]\w+=\w+|=[\w./:-]*\w)?)*/;

/** Sentence about how to enable a metric, divided around the flags that can be copied. */
export interface RemedyParts {
  readonly textBefore: string;
  /** The flags to copy; null if the remedy has no flags. */
  readonly flags: string | null;
  readonly textAfter: string;
}

/** Returns the first flags in `remedy`, such as `--enable-mfu-metrics`, and the text before and after them. */
export function splitRemedy(remedy: string): RemedyParts {
  const found = flags.exec(remedy);
  if (found === null) return { textBefore: remedy, flags: null, textAfter: "" };
  const [text] = found;
  return {
    textBefore: remedy.slice(0, found.index),
    flags: text,
    textAfter: remedy.slice(found.index + text.length),
  };
}
