/** Texts that would run a script if a page used them as HTML, as a link, as a style or as code. */

const elements = [
  "img src=x",
  "svg",
  "svg><animate",
  "body",
  "video src=x",
  "audio src=x",
  "iframe src=x",
  "details open",
  "input autofocus",
  "select autofocus",
  "textarea autofocus",
  "marquee",
  "object data=x",
  "embed src=x",
  "link rel=stylesheet href=x",
  "style",
  "form id=f",
  "button",
  "a href=x",
  "x tabindex=1",
];
const handlers = [
  "onerror",
  "onload",
  "onfocus",
  "ontoggle",
  "onstart",
  "onbegin",
  "onanimationstart",
  "onpointerenter",
  "onclick",
  "OnErRoR",
];
/** Ends of the place in which a careless page would insert a text. */
const prefixes = [
  "",
  '">',
  "'>",
  "`>",
  "-->",
  "]]>",
  "</script>",
  "</style>",
  "</title>",
  "</textarea>",
  "</noscript>",
  "</svg>",
  "</template>",
  '" ',
  "';",
  "\\';",
  "*/",
  "}}",
  "|",
  "[x](",
];
const scripts = [
  "<script>alert(1)</script>",
  "<ScRiPt>alert(1)</sCrIpT>",
  "<script src=//x.invalid>",
  '<iframe srcdoc="<script>parent.alert(1)</script>">',
  '<a href="javascript:alert(1)">x</a>',
  "[x](javascript:alert(1))",
  "[x](JaVaScRiPt:alert%281%29)",
  "![x](javascript:alert(1))",
  "[x](data:text/html,<script>alert(1)</script>)",
  "<javascript:alert(1)>",
  "{{constructor.constructor('alert(1)')()}}",
  "${alert(1)}",
  "&lt;script&gt;alert(1)&lt;/script&gt;",
  "<style>@import'javascript:alert(1)'</style>",
  "<svg><script>alert(1)</script></svg>",
];

/** 500 different texts of one line. */
export const scriptPayloads: readonly string[] = [
  ...elements.flatMap((element) => handlers.map((handler) => `<${element} ${handler}=alert(1)>`)),
  ...prefixes.flatMap((prefix) => scripts.map((script) => `${prefix}${script}`)),
];

/** Returns all payloads in as few texts as possible, each at most `maxLength` long. */
export function joinPayloads(maxLength: number, separator: string): readonly string[] {
  const texts: string[] = [];
  for (const payload of scriptPayloads) {
    const last = texts.at(-1);
    const joined = last === undefined ? undefined : `${last}${separator}${payload}`;
    if (joined !== undefined && joined.length <= maxLength) texts[texts.length - 1] = joined;
    else texts.push(payload);
  }
  return texts;
}

/** Returns a function that gives each field another text of payloads, at most `maxLength` long. */
export function createPayloadSource(): (maxLength: number) => string {
  let index = 0;
  const take = (maxLength: number): string => {
    const fits = (text: string): boolean => text.length <= maxLength;
    for (let tries = 0; tries < scriptPayloads.length; tries += 1) {
      const payload = scriptPayloads[(index += 7) % scriptPayloads.length] ?? "";
      if (fits(payload)) return payload;
    }
    throw new Error(`no payload has at most ${maxLength} characters`);
  };
  return (maxLength) => {
    let text = take(maxLength);
    for (;;) {
      const payload = scriptPayloads[(index + 7) % scriptPayloads.length] ?? "";
      if (text.length + 1 + payload.length > maxLength) return text;
      index += 7;
      text = `${text} ${payload}`;
    }
  };
}

/** Returns what a page made of payloads: handlers, foreign frames and links that run scripts. Runs in the page. */
export function findExecutableElements(): readonly string[] {
  const found: string[] = [];
  for (const element of document.querySelectorAll("*")) {
    for (const { name } of element.attributes)
      if (name.startsWith("on")) found.push(`${element.tagName} with ${name}`);
    if (/^(?:IFRAME|OBJECT|EMBED|MARQUEE)$/.test(element.tagName)) found.push(element.tagName);
    if (element instanceof HTMLAnchorElement && !/^(?:https?|mailto|blob):$/.test(element.protocol))
      found.push(`link to ${element.href}`);
  }
  return found;
}
