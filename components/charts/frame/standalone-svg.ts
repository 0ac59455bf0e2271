/** Drawings that stand outside of the page: there they have neither its tokens nor its styles. */

const inherited = ["fill", "stroke", "color", "font-family", "font-size", "font-weight"] as const;
const namespace = "http://www.w3.org/2000/svg";

/** The drawing with the page's colours and type written into it. */
export function standaloneSvg(svg: SVGSVGElement): string {
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
      // A pattern of the drawing itself comes along as it is.
      const isPattern = original.getAttribute(name)?.startsWith("url(") === true;
      if (!isPattern) target?.setAttribute(name, styles.getPropertyValue(name));
    }
    target?.removeAttribute("class");
    // What follows a hand moves on the page only.
    if (original.getAttribute("style")?.includes("var(--") === true) target?.removeAttribute("style");
  }
  return copy;
}

/** Drawings and canvases over each other as one drawing; a canvas becomes a picture in it. */
export function layeredSvg(layers: HTMLElement): {
  readonly svg: string;
  readonly width: number;
  readonly height: number;
} {
  const { left, top, width, height } = layers.getBoundingClientRect();
  const whole = document.createElementNS(namespace, "svg");
  whole.setAttribute("xmlns", namespace);
  whole.setAttribute("width", String(width));
  whole.setAttribute("height", String(height));
  whole.setAttribute("viewBox", `0 0 ${width} ${height}`);
  for (const layer of layers.querySelectorAll<SVGSVGElement | HTMLCanvasElement>("svg, canvas")) {
    const box = layer.getBoundingClientRect();
    const part = layer instanceof HTMLCanvasElement ? pictureOf(layer) : standaloneCopy(layer);
    part.setAttribute("x", String(box.left - left));
    part.setAttribute("y", String(box.top - top));
    part.setAttribute("width", String(box.width));
    part.setAttribute("height", String(box.height));
    whole.append(part);
  }
  return { svg: new XMLSerializer().serializeToString(whole), width, height };
}

function pictureOf(canvas: HTMLCanvasElement): SVGImageElement {
  const image = document.createElementNS(namespace, "image");
  image.setAttribute("href", canvas.toDataURL("image/png"));
  return image;
}
