/** Makes SVGs usable outside the page, where its tokens and styles are missing. */

const inherited = ["fill", "stroke", "color", "font-family", "font-size", "font-weight"] as const;
const namespace = "http://www.w3.org/2000/svg";

/** Returns the SVG with the page's colours and fonts written into it. */
export function toStandaloneSvg(svg: SVGSVGElement): string {
  const copy = standaloneCopy(svg);
  copy.setAttribute("xmlns", namespace);
  return new XMLSerializer().serializeToString(copy);
}

function standaloneCopy(svg: SVGSVGElement): SVGSVGElement {
  const copy = svg.cloneNode(true) as SVGSVGElement;
  const [originals, copies] = [svg, copy].map((one) => [one, ...one.querySelectorAll("*")]);
  for (const [index, original] of (originals ?? []).entries()) {
    const styles = getComputedStyle(original);
    const target = copies?.[index];
    for (const name of inherited) {
      // A pattern defined inside the SVG is kept.
      const isPattern = original.getAttribute(name)?.startsWith("url(") === true;
      if (!isPattern) target?.setAttribute(name, styles.getPropertyValue(name));
    }
    target?.removeAttribute("class");
    // Elements that follow the pointer are positioned by the page only.
    if (original.getAttribute("style")?.includes("var(--") === true) target?.removeAttribute("style");
  }
  return copy;
}

/** Combines layered SVGs and canvases into one SVG, with the legend below. Canvases become images. */
export function combineLayers(
  layers: HTMLElement,
  legend: HTMLElement | null,
): {
  readonly svg: string;
  readonly width: number;
  readonly height: number;
} {
  const box = layers.getBoundingClientRect();
  const combined = document.createElementNS(namespace, "svg");
  for (const layer of layers.querySelectorAll<SVGSVGElement | HTMLCanvasElement>("svg, canvas"))
    combined.append(embedLayer(layer, box));
  const height = box.height + (legend === null ? 0 : appendLegend(combined, legend, box.height));
  combined.setAttribute("xmlns", namespace);
  combined.setAttribute("width", String(box.width));
  combined.setAttribute("height", String(height));
  combined.setAttribute("viewBox", `0 0 ${box.width} ${height}`);
  return { svg: new XMLSerializer().serializeToString(combined), width: box.width, height };
}

interface TopLeft {
  readonly left: number;
  readonly top: number;
}

function embedLayer(layer: SVGSVGElement | HTMLCanvasElement, from: TopLeft): SVGElement {
  const box = layer.getBoundingClientRect();
  const part = layer instanceof HTMLCanvasElement ? toImageElement(layer) : standaloneCopy(layer);
  part.setAttribute("x", String(box.left - from.left));
  part.setAttribute("y", String(box.top - from.top));
  part.setAttribute("width", String(box.width));
  part.setAttribute("height", String(box.height));
  return part;
}

/** Space above the legend, and between a symbol and its text. */
const legendGap = { above: 10, text: 6 } as const;

/** Adds each legend entry at its position on the page, with its symbol. Returns the legend's height. */
function appendLegend(combined: SVGSVGElement, legend: HTMLElement, top: number): number {
  const box = legend.getBoundingClientRect();
  const from = { left: box.left, top: box.top - top - legendGap.above };
  for (const entry of legend.querySelectorAll("li")) {
    const mark = entry.querySelector("svg");
    if (mark !== null) combined.append(embedLayer(mark, from));
    const anchorBox = (mark ?? entry).getBoundingClientRect();
    const text = document.createElementNS(namespace, "text");
    text.textContent = entry.textContent.trim();
    text.setAttribute(
      "x",
      String(anchorBox.left + (mark === null ? 0 : anchorBox.width + legendGap.text) - from.left),
    );
    text.setAttribute("y", String(anchorBox.top + anchorBox.height / 2 - from.top));
    text.setAttribute("dominant-baseline", "central");
    const styles = getComputedStyle(entry);
    text.setAttribute("fill", styles.color);
    for (const name of ["font-family", "font-size", "font-weight"] as const)
      text.setAttribute(name, styles.getPropertyValue(name));
    combined.append(text);
  }
  return box.height + legendGap.above;
}

function toImageElement(canvas: HTMLCanvasElement): SVGImageElement {
  const image = document.createElementNS(namespace, "image");
  image.setAttribute("href", canvas.toDataURL("image/png"));
  return image;
}
