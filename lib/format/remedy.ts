/** A remedy is a sentence; what of it is typed as it stands, a flag with its value, is told apart from the words around it. */

const flag = /--[a-z][\w-]*(?:\.\w[\w-]*)*(?:[= ]\w+=\w+|=[\w./:-]*\w)?/.source;
const literal = new RegExp(`${flag}(?: ${flag})*`);

export interface RemedyParts {
  readonly before: string;
  /** To be copied as it stands; null in a remedy of words only. */
  readonly literal: string | null;
  readonly after: string;
}

/** The first flags that `remedy` names, such as `--enable-mfu-metrics`, and the words before and after them. */
export function remedyParts(remedy: string): RemedyParts {
  const found = literal.exec(remedy);
  if (found === null) return { before: remedy, literal: null, after: "" };
  const [text] = found;
  return {
    before: remedy.slice(0, found.index),
    literal: text,
    after: remedy.slice(found.index + text.length),
  };
}
