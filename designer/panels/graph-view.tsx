import { useId, type KeyboardEvent, type ReactNode } from 'react';
import { edgeMiddle, edgePath, type Layout, type LayoutEdge } from './graph-layout.ts';

export interface DrawnNode {
  readonly id: string;
  readonly label: string;
  readonly kind: string;
  readonly marks?: string;
}

export interface DrawnEdge extends LayoutEdge {
  readonly id: string;
  readonly label?: string;
  /** Beside the others between the same two nodes. */
  readonly shift?: number;
  readonly bad?: boolean;
}

/** About how wide a text is drawn; Chinese letters are twice as wide. */
export const textWidth = (text: string): number =>
  [...text].reduce((sum, letter) => sum + ((letter.codePointAt(0) ?? 0) > 0x2e7f ? 13 : 7.2), 0);

type OnDrag = (from: string, event: React.PointerEvent<SVGElement>) => void;

/** A graph of nodes that can be chosen by pointer and by keys; edges likewise where they can be chosen at all. */
export function GraphView({
  label,
  layout,
  nodes,
  edges,
  chosen,
  onChoose,
  edgesChosen = false,
  onDrag,
  children,
}: {
  label: string;
  layout: Layout;
  nodes: readonly DrawnNode[];
  edges: readonly DrawnEdge[];
  chosen: string | null;
  onChoose: (id: string) => void;
  edgesChosen?: boolean;
  /** A drag from the handle of one node to another begins. */
  onDrag?: OnDrag;
  children?: ReactNode;
}) {
  const arrow = useId();
  return (
    <svg
      className="graph"
      viewBox={`0 0 ${layout.width} ${layout.height}`}
      width={layout.width}
      height={layout.height}
      role="group"
      aria-label={label}
    >
      <ArrowHead id={arrow} />
      {edges.map((edge) => (
        <Edge
          key={edge.id}
          edge={edge}
          layout={layout}
          arrow={arrow}
          chosen={chosen}
          onChoose={edgesChosen ? onChoose : null}
        />
      ))}
      {nodes.map((node) => (
        <Node key={node.id} {...{ node, layout, onChoose, onDrag }} isChosen={chosen === node.id} />
      ))}
      {children}
    </svg>
  );
}

/** The end of every edge. */
function ArrowHead({ id }: { id: string }) {
  return (
    <defs>
      <marker
        id={id}
        viewBox="0 0 8 8"
        refX="7"
        refY="4"
        markerUnits="userSpaceOnUse"
        markerWidth="9"
        markerHeight="9"
        orient="auto"
      >
        <path d="M0 0 8 4 0 8z" className="graph-arrow" />
      </marker>
    </defs>
  );
}

/** Chooses by Enter and by the space bar. */
const chooseByKey = (choose: () => void) => (event: KeyboardEvent) => {
  if (event.key !== 'Enter' && event.key !== ' ') return;
  event.preventDefault();
  choose();
};

interface EdgeProps {
  readonly edge: DrawnEdge;
  readonly layout: Layout;
  /** The id of the marker at its end. */
  readonly arrow: string;
  readonly chosen: string | null;
  /** Null where only nodes are chosen. */
  readonly onChoose: ((id: string) => void) | null;
}

function Edge({ edge, layout, arrow, chosen, onChoose }: EdgeProps) {
  const [from, to] = [layout.nodes.get(edge.from), layout.nodes.get(edge.to)];
  if (!from || !to) return null;
  const path = edgePath(from, to, edge.shift);
  const middle = edgeMiddle(from, to, edge.shift);
  const isChosen = chosen === edge.id;
  const near = onChoose === null && chosen !== null && (edge.from === chosen || edge.to === chosen);
  const width = textWidth(edge.label ?? '') + 14;
  return (
    <g
      className="graph-edge"
      data-chosen={isChosen || near || undefined}
      data-bad={edge.bad || undefined}
      {...(onChoose
        ? {
            role: 'button',
            tabIndex: 0,
            'aria-pressed': isChosen,
            'aria-label': edge.label,
            onClick: () => onChoose(edge.id),
            onKeyDown: chooseByKey(() => onChoose(edge.id)),
          }
        : {})}
    >
      {onChoose ? <path d={path} className="graph-hit" /> : null}
      <path d={path} className="graph-line" markerEnd={`url(#${arrow})`} />
      {edge.label ? (
        <>
          <rect x={middle.x - width / 2} y={middle.y - 10} width={width} height={20} rx={10} className="graph-plate" />
          <text x={middle.x} y={middle.y + 4} className="graph-edge-label">
            {edge.label}
          </text>
        </>
      ) : null}
    </g>
  );
}

interface NodeProps {
  readonly node: DrawnNode;
  readonly layout: Layout;
  readonly isChosen: boolean;
  readonly onChoose: (id: string) => void;
  readonly onDrag: OnDrag | undefined;
}

function Node({ node, layout, isChosen, onChoose, onDrag }: NodeProps) {
  const place = layout.nodes.get(node.id);
  if (!place) return null;
  return (
    <g
      className="graph-node"
      data-kind={node.kind}
      data-node={node.id}
      data-chosen={isChosen || undefined}
      role="button"
      tabIndex={0}
      aria-pressed={isChosen}
      aria-label={node.marks ? `${node.label}, ${node.marks}` : node.label}
      onClick={() => onChoose(node.id)}
      onKeyDown={chooseByKey(() => onChoose(node.id))}
    >
      <rect x={place.x} y={place.y} width={place.width} height={place.height} rx={8} />
      <text x={place.x + place.width / 2} y={place.y + place.height / 2 + (node.marks ? -2 : 5)}>
        {node.label}
      </text>
      {node.marks ? (
        <text x={place.x + place.width / 2} y={place.y + place.height / 2 + 13} className="graph-marks">
          {node.marks}
        </text>
      ) : null}
      {onDrag ? (
        <circle
          cx={place.x + place.width}
          cy={place.y + place.height / 2}
          r={7}
          className="graph-handle"
          onPointerDown={(event) => onDrag(node.id, event)}
        />
      ) : null}
    </g>
  );
}
