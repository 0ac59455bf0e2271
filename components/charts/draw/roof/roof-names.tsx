import { comparedRoofLine, type RoofName } from "@/components/charts/prepare/roof/roof-name";
import { createPositionProps } from "./movement";

const halo = { paintOrder: "stroke", stroke: "var(--paper)", strokeWidth: 4 } as const;
const regionLead = 15;

/** Renders the labels of the roof, such as the name of a peak, at their computed positions. */
export function RoofNames({ names }: { readonly names: readonly RoofName[] }) {
  return names.map((name) => (
    <g
      key={name.key}
      {...(name.movementAxes === "none"
        ? still(name)
        : createPositionProps(name.x, name.y, name.movementAxes))}
    >
      <Text {...name} />
    </g>
  ));
}

const still = ({ x, y }: RoofName) => ({ transform: `translate(${x} ${y})` });

const colours: { readonly [S in RoofName["style"]]: string } = {
  line: "var(--ink)",
  region: "var(--ink-3)",
  quiet: "var(--ink-3)",
  ghost: comparedRoofLine.stroke,
};

function Text({ style, anchor, slopeOffsetPx, name, details }: RoofName) {
  const colour = colours[style];
  const turned = slopeOffsetPx === null ? {} : { transform: "rotate(-45)", y: slopeOffsetPx };
  if (style !== "region")
    return (
      <text textAnchor={anchor} fontSize={11} fill={colour} {...turned} {...halo}>
        {name !== "" && <tspan fontWeight={600}>{name}</tspan>}
        {details}
      </text>
    );
  return (
    <text textAnchor={anchor} fontSize={11} fill={colour} {...halo}>
      <tspan fontSize={13} fontWeight={600} fill="var(--ink-2)">
        {name}
      </tspan>
      {details !== "" && (
        <tspan x={0} dy={regionLead}>
          {details}
        </tspan>
      )}
    </text>
  );
}
