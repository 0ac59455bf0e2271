import { formatCount } from "@/lib/format/number";
import { readLine, type TextLines } from "./text-lines";

/** Maximum number of printed lines: about 30 pages of paper. */
export const maxPrintedLines = 2_000;

/** The lines of a text on paper, which cannot be scrolled. */
export function PrintedLines({ lines }: { readonly lines: TextLines }) {
  const lineCount = lines.starts.length;
  const printedCount = Math.min(lineCount, maxPrintedLines);
  const printed = Array.from({ length: printedCount }, (_, line) => readLine(lines, line));
  return (
    <div className="hidden print:block">
      <pre dir="ltr" className="border border-rule p-2 font-mono text-2xs whitespace-pre-wrap wrap-anywhere">
        {printed.join("\n")}
      </pre>
      {printedCount < lineCount && (
        <p>
          The first {formatCount(printedCount)} of {formatCount(lineCount)} lines are printed. Download the
          file to read all of them.
        </p>
      )}
    </div>
  );
}
