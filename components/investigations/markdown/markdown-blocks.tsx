import { useMemo, type ReactNode } from "react";
import { isolateDirection } from "@/components/shared/isolated-text";
import { parseMarkdown, type MarkdownNode } from "./parse-markdown";
import { toSafeUrl } from "@/lib/base/safe-url";

/**
 * Renders the Markdown of a person. HTML is displayed as text. Images become links, because they would be
 * loaded from another host.
 */
export function MarkdownBlocks({ text }: { readonly text: string }) {
  const nodes = useMemo(() => parseMarkdown(text), [text]);
  return <div className="flex flex-col gap-2 wrap-anywhere">{renderAll(nodes)}</div>;
}

function renderAll(nodes: readonly MarkdownNode[]): ReactNode {
  return nodes.map((node, index) => <Node key={index} node={node} />);
}

/** Headings are bold paragraphs, so that they do not change the outline of the page. */
function Node({ node: { token, children } }: { readonly node: MarkdownNode }): ReactNode {
  const content = renderAll(children);
  switch (token.type) {
    case "paragraph_open":
      return token.hidden ? content : <p>{content}</p>;
    case "heading_open":
      return <p className="font-semibold">{content}</p>;
    case "bullet_list_open":
      return <ul className="list-disc pl-5">{content}</ul>;
    case "ordered_list_open":
      return (
        <ol className="list-decimal pl-5" start={Number(token.attrGet("start") ?? 1)}>
          {content}
        </ol>
      );
    case "list_item_open":
      return <li>{content}</li>;
    case "blockquote_open":
      return <blockquote className="border-l-2 border-rule pl-3 text-ink-2">{content}</blockquote>;
    case "hr":
      return <hr className="border-rule" />;
    case "fence":
    case "code_block":
      return (
        <pre className="border border-rule p-2 font-mono text-xs whitespace-pre-wrap">
          <code>{token.content}</code>
        </pre>
      );
    case "table_open":
      return <table className="tnum w-fit text-left text-xs">{content}</table>;
    case "thead_open":
      return <thead>{content}</thead>;
    case "tbody_open":
      return <tbody>{content}</tbody>;
    case "tr_open":
      return <tr className="border-b border-rule">{content}</tr>;
    case "th_open":
      return (
        <th scope="col" className="py-0.5 pr-3 font-medium">
          {content}
        </th>
      );
    case "td_open":
      return <td className="py-0.5 pr-3">{content}</td>;
    default:
      return <InlineNode node={{ token, children }} />;
  }
}

function InlineNode({ node: { token, children } }: { readonly node: MarkdownNode }): ReactNode {
  const content = renderAll(children);
  switch (token.type) {
    case "strong_open":
      return <strong className="font-semibold">{content}</strong>;
    case "em_open":
      return <em>{content}</em>;
    case "s_open":
      return <s>{content}</s>;
    case "code_inline":
      return <code className="font-mono">{token.content}</code>;
    case "softbreak":
    case "hardbreak":
      return <br />;
    case "link_open":
      return <SafeLink address={String(token.attrGet("href") ?? "")}>{content}</SafeLink>;
    case "image":
      return <SafeLink address={String(token.attrGet("src") ?? "")}>Image: {token.content}</SafeLink>;
    default:
      return children.length > 0 ? content : isolateDirection(token.content);
  }
}

interface SafeLinkProps {
  readonly address: string;
  readonly children: ReactNode;
}

/** Shows the address of a link as its tooltip, because the text of the link may name a different address. */
function SafeLink({ address, children }: SafeLinkProps) {
  const href = toSafeUrl(address);
  if (href === null) return children;
  return (
    <a
      href={href}
      title={href}
      target="_blank"
      rel="noopener noreferrer"
      className="text-accent hover:underline"
    >
      {children}
    </a>
  );
}
