/** The words that the project avoids, as data: the rule, the replacement, and the exceptions with their reasons. */

export interface WordRule {
  /** Name of the rule in findings and in the allow-list. */
  readonly word: string;
  readonly pattern: RegExp;
  readonly instead: string;
}

const word = (text: string, instead: string, pattern = `\\b(?:${text})\\b`): WordRule => ({
  word: text.split("|")[0] ?? text,
  pattern: new RegExp(pattern, "i"),
  instead,
});

/** Words that appear nowhere: not in prose, not as a word of an identifier, not in a file name. */
export const everywhereRules: readonly WordRule[] = [
  word("told|untold", "reported, known; missing, unknown"),
  word("tells?|telling", "reports, exposes, shows", "(?<!\\b(?:cannot|can not)[ -])\\b(?:tells?|telling)\\b"),
  word("asked|asks", "requested, queried"),
  word("whoever|nobody|somebody|whatever", "the actor: the client, the operator, the scraper"),
  word("beside|beneath", "next to, in addition to, under"),
  word("whole", "full, total, complete", "\\bwhole\\b(?! numbers?\\b)"),
  word("rooms?", "page, module, folder"),
  word("floors?", "layer", "\\b(?<!Math\\.)floors?\\b"),
  word("stairs|house", "dependency direction, codebase"),
  word("doors?", "endpoint"),
  word("slices?", "interval, bucket", "(?<!\\.)\\bslices?\\b"),
  word("says?|said|speaks?|spoke", "reports, states, shows"),
  word("stands|lies", "is, is stored in, is displayed", "\\b(?:stands|lies)\\b(?! for\\b)"),
  word(
    "comes|came|goes|went",
    "is, is sent, arrives",
    "\\b(?:comes|came|goes|went)\\b(?! (?:first|from)\\b)",
  ),
  word("doubts?|doubted|doubtful", "warning"),
  word("seen", "observed", "(?<!\\b(?:first|last)[ -]?)\\bseen\\b"),
];

/** Phrases that appear in no comment, text, document or test name. */
export const proseRules: readonly WordRule[] = [
  word("held against|set beside", "compared with, checked against"),
  word("put right|at fault", "corrected, incorrect"),
  word("looked at", "inspected, checked"),
  word("its own|of own", "dedicated, separate", "\\b(?:its|their) own\\b|\\bof (?:our|one's|an?) own\\b"),
  word("left out", "excluded"),
  word("twice and again", "twice"),
  word("as it means", "by its definition", "\\bas [A-Za-z]+ means (?:it|them)\\b"),
];

/** Words that no identifier contains. */
export const identifierRules: readonly WordRule[] = [
  word("trouble", "Error, problem", "\\btroubles?\\b"),
  word("words", "Text", "[a-z0-9] words$"),
  word("place", "Position, Location, Placement", "\\bplaces?d?\\b(?! ?holder)"),
  word("hand", "gestures, cursor", "\\bhands?\\b(?! made)"),
  word("look", "style, pass, inspection", "\\blooks?\\b(?! up\\b)"),
  word("way", "method", "\\bways?\\b"),
  word("most", "max", "^(?:most|least)\\b"),
  word("kept", "stored, cached, retained", "\\bkept\\b"),
];

/** Names that are neither a noun phrase for data nor a verb phrase for a function. */
export const bareNames: ReadonlySet<string> = new Set(
  "told came kept moved shown seen asked had said gone off against freely only others holds all both".split(
    " ",
  ),
);

/** How comments do not begin: such a comment is a riddle, not a sentence. */
export const commentStart = /^(?:What(?!-if)|Of|That which|Where .{3,60} there)\b/;

/** A sentence that begins with "What" is a question. */
export const whatSentence = /(?:^|[.!:] )What(?!-if)\b[^.?!]*[.!]/;

export interface Exception {
  readonly word: string;
  /** Files whose path begins so. */
  readonly files: string;
  /** Only where the text matches; absent = in all of those files. */
  readonly text?: RegExp;
  readonly reason: string;
}

/** At most 25 entries, each with its reason. */
export const exceptions: readonly Exception[] = [
  { word: "", files: "tests/architecture/words/", reason: "The rules themselves name the words." },
  { word: "whoever", files: "", text: /nobody/i, reason: "A Unix user, and unknown names in test data." },
  { word: "stairs", files: "tests/", text: /house/i, reason: "A model and a GPU of test data." },
  { word: "says?", files: "", text: /say ""?hi/, reason: "Quotation marks in test data." },
  { word: "all", files: "components/roofline/points/", reason: "The phase of points that count all steps." },
  { word: "all", files: "lib/server/http/read-input.test.ts", reason: "A field of test data." },
  { word: "both", files: "components/", reason: "The pool role of prefill and decode." },
  { word: "seen", files: "tests/integration/server/stored-documents.test.ts", reason: "An earlier release." },
  { word: "way", files: "tests/integration/server/stored-documents.test.ts", reason: "An earlier release." },
  { word: "floors?", files: "docs/measuring.md", reason: "A part of the measuring program." },
  { word: "floors?", files: "lib/semantic/grid.ts", text: /floor\(/, reason: "The mathematical function." },
  { word: "gone", files: "demo/simulator/exposition/", reason: "A counter of the Dynamo frontend." },
];
