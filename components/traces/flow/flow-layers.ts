/**
 * Assigns services to layers from left to right: each call leads to a later layer. Calls that would close a cycle
 * lead backward. A call that spans several layers gets a lane in each, so that it crosses no service. Four sweeps
 * order each layer by the mean position of its callers.
 */

export interface LayerEdge {
  readonly from: string;
  readonly to: string;
}

export interface Layers {
  /** Service names and the lane names of passing calls, from left to right and from top to bottom. */
  readonly layers: readonly (readonly string[])[];
  readonly layerOf: ReadonlyMap<string, number>;
  /** Indexes of the edges that lead backward or to the same service. */
  readonly backward: ReadonlySet<number>;
}

/** Returns the lane name of an edge in a layer that it passes through. */
export function passingLaneName(edge: number, layer: number): string {
  return `\u0000${edge}:${layer}`;
}

const sweeps = 4;

/** Assigns all services to layers. `source` is the only entry of the first layer. */
export function layersOf(source: string, services: readonly string[], edges: readonly LayerEdge[]): Layers {
  const names = [source, ...services];
  const backward = backwardEdges(names, edges);
  const forward = edges.filter((_, index) => !backward.has(index));
  const layerOf = longestPaths(source, names, forward);
  const layers: string[][] = Array.from({ length: Math.max(0, ...layerOf.values()) + 1 }, () => []);
  for (const name of names) layers[layerOf.get(name) ?? 0]?.push(name);
  const hops: LayerEdge[] = [];
  for (const [index, { from, to }] of edges.entries()) {
    if (backward.has(index)) continue;
    let last = from;
    for (let layer = (layerOf.get(from) ?? 0) + 1; layer < (layerOf.get(to) ?? 0); layer += 1) {
      const laneName = passingLaneName(index, layer);
      layers[layer]?.push(laneName);
      hops.push({ from: last, to: laneName });
      last = laneName;
    }
    hops.push({ from: last, to });
  }
  return { layers: ordered(layers, hops), layerOf, backward };
}

/** Finds back edges with a depth-first search, starting at the services without callers. */
function backwardEdges(names: readonly string[], edges: readonly LayerEdge[]): ReadonlySet<number> {
  const out = Map.groupBy([...edges.entries()], ([, { from }]) => from);
  const called = new Set(edges.map(({ to }) => to));
  const backward = new Set<number>();
  const state = new Map<string, "visiting" | "done">();
  for (const start of [...names.filter((name) => !called.has(name)), ...names]) {
    if (state.has(start)) continue;
    const path = [{ name: start, next: 0 }];
    state.set(start, "visiting");
    for (let top = path.at(-1); top !== undefined; top = path.at(-1)) {
      const call = out.get(top.name)?.[top.next];
      top.next += 1;
      if (call === undefined) {
        state.set(top.name, "done");
        path.pop();
        continue;
      }
      const [index, { to }] = call;
      if (state.get(to) === "visiting") backward.add(index);
      if (state.has(to)) continue;
      state.set(to, "visiting");
      path.push({ name: to, next: 0 });
    }
  }
  return backward;
}

/** Computes the longest path to each service. The edges must not form a cycle. */
function longestPaths(
  source: string,
  names: readonly string[],
  edges: readonly LayerEdge[],
): ReadonlyMap<string, number> {
  const out = Map.groupBy(edges, ({ from }) => from);
  const callers = new Map(names.map((name) => [name, 0]));
  for (const { to } of edges) callers.set(to, (callers.get(to) ?? 0) + 1);
  const layerOf = new Map(names.map((name) => [name, name === source ? 0 : 1]));
  const ready = names.filter((name) => callers.get(name) === 0);
  for (let name = ready.shift(); name !== undefined; name = ready.shift()) {
    for (const { to } of out.get(name) ?? []) {
      layerOf.set(to, Math.max(layerOf.get(to) ?? 0, (layerOf.get(name) ?? 0) + 1));
      const remaining = (callers.get(to) ?? 0) - 1;
      callers.set(to, remaining);
      if (remaining === 0) ready.push(to);
    }
  }
  return layerOf;
}

function ordered(
  layers: readonly (readonly string[])[],
  hops: readonly LayerEdge[],
): readonly (readonly string[])[] {
  const callers = Map.groupBy(hops, ({ to }) => to);
  const called = Map.groupBy(hops, ({ from }) => from);
  const sorted = layers.map((layer) => [...layer]);
  for (let sweep = 0; sweep < sweeps; sweep += 1) {
    const isRightwards = sweep % 2 === 0;
    const order = isRightwards ? [...sorted.keys()] : [...sorted.keys()].reverse();
    for (const index of order) {
      const neighbourLayer = sorted[index + (isRightwards ? -1 : 1)];
      const layer = sorted[index];
      if (neighbourLayer === undefined || layer === undefined) continue;
      const positions = new Map(neighbourLayer.map((name, position) => [name, position]));
      const neighbours = (name: string): readonly number[] =>
        isRightwards
          ? (callers.get(name) ?? []).flatMap(({ from }) => positions.get(from) ?? [])
          : (called.get(name) ?? []).flatMap(({ to }) => positions.get(to) ?? []);
      const weights = new Map(layer.map((name, position) => [name, mean(neighbours(name)) ?? position]));
      layer.sort((a, b) => (weights.get(a) ?? 0) - (weights.get(b) ?? 0));
    }
  }
  return sorted;
}

function mean(values: readonly number[]): number | null {
  return values.length === 0 ? null : values.reduce((sum, value) => sum + value, 0) / values.length;
}
