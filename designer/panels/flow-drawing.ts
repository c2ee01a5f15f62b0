import type { EntityMeta } from '../../engine/core/index.ts';
import { layeredLayout, type Layout } from './graph-layout.ts';
import { textWidth, type DrawnEdge, type DrawnNode } from './graph-view.tsx';
import type { PartWords } from './parts.tsx';

const states = 'workflow.states.';
const transitions = 'workflow.transitions.';
/** Between two edges of the same two states. */
const gap = 26;

/** The states as nodes and every way of a transition as an edge, laid out from the start to the right. */
export function drawFlow(
  meta: EntityMeta,
  words: PartWords,
  start: string,
): { nodes: DrawnNode[]; edges: DrawnEdge[]; layout: Layout } {
  const { workflow } = meta;
  if (!workflow) return { nodes: [], edges: [], layout: { nodes: new Map(), width: 0, height: 0 } };
  const nodes = Object.entries(workflow.states).map(([name, { tone }]): DrawnNode => {
    const marks = name === workflow.start ? start : '';
    return { id: states + name, label: words.state(name), kind: tone ?? 'neutral', ...(marks ? { marks } : {}) };
  });
  const steps = Object.entries(workflow.transitions).flatMap(([name, { from, to }]) =>
    from.map((each, at) => ({
      id: at === 0 ? transitions + name : `${transitions}${name}#${at}`,
      label: words.action(name),
      from: states + each,
      to: states + to,
    })),
  );
  const edges = steps.map((transition): DrawnEdge => {
    const same = steps.filter(({ from, to }) => from === transition.from && to === transition.to);
    return { ...transition, shift: (same.indexOf(transition) - (same.length - 1) / 2) * gap };
  });
  const widest = Math.max(0, ...steps.map(({ label }) => textWidth(label)));
  const layout = layeredLayout({
    nodes: nodes.map(({ id, label }) => ({ id, width: Math.max(96, textWidth(label) + 36) })),
    edges,
    measures: { height: 48, across: widest + 70, down: 56, margin: 40 },
    first: states + workflow.start,
  });
  // Ways back go below the lowest state.
  return { nodes, edges, layout: { ...layout, height: layout.height + 60 } };
}
