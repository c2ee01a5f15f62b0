/** What is laid out: nodes of a width, and edges between them. */
export interface LayoutNode {
  readonly id: string;
  readonly width: number;
}
export interface LayoutEdge {
  readonly from: string;
  readonly to: string;
}

export interface Placed {
  readonly id: string;
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
}

export interface Layout {
  readonly nodes: ReadonlyMap<string, Placed>;
  readonly width: number;
  readonly height: number;
}

export interface LayoutMeasures {
  readonly height: number;
  /** Between the columns, and between the nodes of one. */
  readonly across: number;
  readonly down: number;
  readonly margin: number;
}

const rounds = 4;

/**
 * Columns from left to right: a node stands one behind the furthest that leads to it; edges that lead back are left out of
 * that count. Inside a column nodes go where their neighbours are, which keeps crossings few. The same input gives the
 * same picture.
 */
export function layeredLayout({
  nodes,
  edges,
  measures,
  first,
}: {
  nodes: readonly LayoutNode[];
  edges: readonly LayoutEdge[];
  measures: LayoutMeasures;
  first?: string | undefined;
}): Layout {
  const known = new Set(nodes.map(({ id }) => id));
  const real = edges.filter(({ from, to }) => from !== to && known.has(from) && known.has(to));
  const layers = columnsOf(nodes, layersOf(nodes, forward(nodes, real, first)));
  for (let round = 0; round < rounds; round += 1) {
    const order = round % 2 === 0 ? [...layers.keys()] : [...layers.keys()].toReversed();
    for (const at of order) sortByNeighbours({ columns: layers, at, edges: real, side: round % 2 === 0 ? -1 : 1 });
  }
  return place(layers, measures);
}

/** The edges without those that close a circle, found by walking from the first node. */
function forward(nodes: readonly LayoutNode[], edges: readonly LayoutEdge[], first?: string): LayoutEdge[] {
  const [open, closed] = [new Set<string>(), new Set<string>()];
  const back = new Set<LayoutEdge>();
  const visit = (id: string): void => {
    open.add(id);
    for (const edge of edges) {
      if (edge.from !== id) continue;
      if (open.has(edge.to)) back.add(edge);
      else if (!closed.has(edge.to)) visit(edge.to);
    }
    open.delete(id);
    closed.add(id);
  };
  const starts = first ? [first, ...nodes.map(({ id }) => id)] : nodes.map(({ id }) => id);
  for (const id of starts) if (!closed.has(id)) visit(id);
  return edges.filter((edge) => !back.has(edge));
}

function layersOf(nodes: readonly LayoutNode[], edges: readonly LayoutEdge[]): Map<string, number> {
  const layer = new Map(nodes.map(({ id }) => [id, 0]));
  // At most one pass per node: a chain cannot be longer than that.
  for (let pass = 0; pass < nodes.length; pass += 1) {
    let moved = false;
    for (const { from, to } of edges) {
      const minLayer = (layer.get(from) ?? 0) + 1;
      if ((layer.get(to) ?? 0) >= minLayer) continue;
      layer.set(to, minLayer);
      moved = true;
    }
    if (!moved) break;
  }
  return layer;
}

function columnsOf(nodes: readonly LayoutNode[], layer: ReadonlyMap<string, number>): LayoutNode[][] {
  const columns: LayoutNode[][] = [];
  for (const node of nodes) (columns[layer.get(node.id) ?? 0] ??= []).push(node);
  return columns.map((column) => column ?? []);
}

function sortByNeighbours({
  columns,
  at,
  edges,
  side,
}: {
  columns: LayoutNode[][];
  at: number;
  edges: readonly LayoutEdge[];
  side: -1 | 1;
}): void {
  const neighbour = columns[at + side];
  const column = columns[at];
  if (!neighbour || !column) return;
  const place = new Map(neighbour.map(({ id }, index) => [id, index]));
  const middle = ({ id }: LayoutNode, own: number): number => {
    const others = edges.flatMap(({ from, to }) => (from === id ? [to] : to === id ? [from] : []));
    const places = others.flatMap((other) => place.get(other) ?? []);
    return places.length > 0 ? places.reduce((sum, each) => sum + each, 0) / places.length : own;
  };
  columns[at] = column
    .map((node, index) => ({ node, key: middle(node, index) }))
    .toSorted((one, other) => one.key - other.key)
    .map(({ node }) => node);
}

function place(columns: readonly (readonly LayoutNode[])[], { height, across, down, margin }: LayoutMeasures): Layout {
  const heights = columns.map((column) => column.length * height + Math.max(0, column.length - 1) * down);
  const tallest = Math.max(0, ...heights);
  const nodes = new Map<string, Placed>();
  let x = margin;
  columns.forEach((column, at) => {
    const width = Math.max(0, ...column.map((node) => node.width));
    let y = margin + (tallest - (heights[at] ?? 0)) / 2;
    for (const { id, width: own } of column) {
      nodes.set(id, { id, x, y, width: own, height });
      y += height + down;
    }
    x += width + across;
  });
  return { nodes, width: Math.max(0, x - across) + margin, height: tallest + 2 * margin };
}

/** A curve from the right of one node to the left of another; back edges go around below, loops above their node. */
export function edgePath(from: Placed, to: Placed, shift = 0): string {
  const [startY, endY] = [from.y + from.height / 2 + shift, to.y + to.height / 2 + shift];
  if (from.id === to.id) {
    const [x, y] = [from.x + from.width / 2, from.y];
    return `M ${x - 14} ${y} C ${x - 26} ${y - 30}, ${x + 26} ${y - 30}, ${x + 14} ${y}`;
  }
  if (to.x > from.x + from.width / 2) {
    const [startX, endX] = [from.x + from.width, to.x];
    const bend = Math.max(24, (endX - startX) / 2);
    return `M ${startX} ${startY} C ${startX + bend} ${startY}, ${endX - bend} ${endY}, ${endX} ${endY}`;
  }
  const [startX, endX] = [from.x + from.width / 2 + shift, to.x + to.width / 2 + shift];
  const low = Math.max(from.y + from.height, to.y + to.height) + 26 + Math.abs(startX - endX) / 12 + Math.abs(shift);
  return `M ${startX} ${from.y + from.height} C ${startX} ${low}, ${endX} ${low}, ${endX} ${to.y + to.height}`;
}

/** The middle of the same curve, where its name goes. */
export function edgeMiddle(from: Placed, to: Placed, shift = 0): { x: number; y: number } {
  if (from.id === to.id) return { x: from.x + from.width / 2, y: from.y - 24 };
  if (to.x > from.x + from.width / 2) {
    return {
      x: (from.x + from.width + to.x) / 2,
      y: (from.y + to.y) / 2 + from.height / 2 + shift,
    };
  }
  const [startX, endX] = [from.x + from.width / 2 + shift, to.x + to.width / 2 + shift];
  const low = Math.max(from.y + from.height, to.y + to.height) + 26 + Math.abs(startX - endX) / 12 + Math.abs(shift);
  const [startY, endY] = [from.y + from.height, to.y + to.height];
  return { x: (startX + endX) / 2, y: (startY + 6 * low + endY) / 8 };
}
