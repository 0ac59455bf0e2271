import { isSignificant } from "@/lib/analysis/statistics/significance/mean-difference";
import { spanDisplayName } from "@/lib/base/safe-text";
import type { ComparedSide, NodeRow } from "@/lib/contracts/traces/trace-comparison";
import { formatCount } from "@/lib/format/number";
import { cn } from "@/components/ui/cn";
import { DifferenceDot } from "./difference-dot";
import { formatMilliseconds, formatHalfWidth, formatSignedMilliseconds } from "./difference-text";
import { nodePathText } from "./node-order";
import type { PercentScale } from "./scale";

interface NodeLineProps {
  readonly node: NodeRow;
  readonly nodes: readonly NodeRow[];
  readonly sides: { readonly a: ComparedSide; readonly b: ComparedSide };
  readonly isIndented: boolean;
  readonly isTableShown: boolean;
  readonly scale: PercentScale;
  readonly colour: string;
}

const right = "pl-3 text-right whitespace-nowrap";
const maxIndent = 12;

/** Shows one operation with the means of both groups. A label marks operations that only one group has. */
export function NodeLine({ node, nodes, sides, isIndented, isTableShown, scale, colour }: NodeLineProps) {
  const { criticalNs, service, name, onlyIn } = node;
  const { interval } = criticalNs;
  const isClear = interval === null || isSignificant(criticalNs);
  return (
    <tr className="h-7 border-b border-rule">
      <th scope="row" className="max-w-96 text-left font-normal max-md:max-w-40">
        <span
          className="flex items-center"
          style={{ paddingLeft: isIndented ? Math.min(node.depth, maxIndent) * 16 : 0 }}
          title={nodePathText(node, nodes)}
        >
          <span
            aria-hidden
            className="mr-1.5 h-3 w-[3px] shrink-0 rounded-[1px]"
            style={{ background: colour }}
          />
          <span className="truncate">{spanDisplayName(name)}</span>
          <span className="ml-1.5 truncate text-2xs text-ink-3 max-md:hidden">{service}</span>
          {onlyIn !== null && (
            <span className="ml-1.5 shrink-0 rounded-sm bg-selected px-1.5 text-2xs">
              only in {sides[onlyIn].label.toLowerCase()}
            </span>
          )}
        </span>
      </th>
      <SideCells node={node} side="a" />
      <SideCells node={node} side="b" />
      <td className={cn(right, isClear ? "font-medium text-ink" : "text-ink-2")}>
        {formatSignedMilliseconds(criticalNs.difference)}
      </td>
      {isTableShown ? (
        <>
          <td className={right}>
            {interval === null ? "unknown" : formatSignedMilliseconds(interval.lower)}
          </td>
          <td className={right}>
            {interval === null ? "unknown" : formatSignedMilliseconds(interval.upper)}
          </td>
        </>
      ) : (
        <>
          <td className={cn(right, "text-ink-2 max-md:hidden")}>{formatHalfWidth(criticalNs)}</td>
          <td className="h-7 p-0 pl-4 max-md:hidden">
            <DifferenceDot numbers={criticalNs} scale={scale} />
          </td>
        </>
      )}
    </tr>
  );
}

/** Cells of one side. They are empty if this side lacks the node. */
function SideCells({ node, side }: { readonly node: NodeRow; readonly side: "a" | "b" }) {
  const requests = side === "a" ? node.requestCountA : node.requestCountB;
  const isPresent = requests > 0;
  const tone = side === "a" ? "" : "text-ink-2";
  return (
    <>
      {(["totalNs", "selfNs", "criticalNs"] as const).map((measure) => (
        <td key={measure} className={cn(right, tone, measure !== "criticalNs" && "max-md:hidden")}>
          {isPresent && formatMilliseconds(node[measure][side])}
          {!isPresent && measure === "criticalNs" && <span className="text-ink-3">no span</span>}
        </td>
      ))}
      <td className={cn(right, tone, "max-md:hidden")}>
        {isPresent ? formatCount(requests) : <span className="text-ink-3">none</span>}
      </td>
    </>
  );
}
