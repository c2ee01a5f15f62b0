import { Input, Tree } from 'antd';
import { useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { siblings, type TreePosition } from '../../controllers/tree-moves.ts';
import type { WireRecord } from '../../data/data-client.ts';
import { Icon } from '../../ui/icon.tsx';

export type TreeDirection = 'up' | 'down' | 'out' | 'in';

interface Props {
  name: string;
  rows: readonly WireRecord[];
  places: readonly TreePosition[];
  titleField: string;
  chosen: string | null;
  movable: boolean;
  onChoose: (id: string) => void;
  onStep: (direction: TreeDirection) => void;
  onMove: (id: string, parent: string | null, index: number) => void;
}

interface Shown {
  key: string;
  title: string;
  icon?: React.ReactNode;
  children: Shown[];
}

const directions = [
  ['up', 'M8 13V3M4 7l4-4 4 4'],
  ['down', 'M8 3v10M4 9l4 4 4-4'],
  ['out', 'M13 8H3M7 4L3 8l4 4'],
  ['in', 'M3 8h10M9 4l4 4-4 4'],
] as const;

/** The tree itself: found by typing, folded, and put in order by dragging or by buttons. */
export function TreePanel({ name, rows, places, titleField, chosen, movable, onChoose, onStep, onMove }: Props) {
  const { t } = useTranslation();
  const [search, setSearch] = useState('');
  const [open, setOpen] = useState<readonly string[] | null>(null);
  const nodes = useMemo(() => nodesOf(rows, places, titleField), [rows, places, titleField]);
  const shown = useMemo(() => matching(nodes, search), [nodes, search]);
  const all = useMemo(() => keysOf(shown), [shown]);
  // The upper two levels are open at first.
  const expanded = search ? all : (open ?? nodes.flatMap((node) => (rows.length > 60 ? [] : keysOf([node]))));
  return (
    <section className="tree-panel" aria-label={name}>
      <div className="tree-bar">
        <Input
          allowClear
          value={search}
          placeholder={t('tree.search')}
          aria-label={t('tree.search')}
          onChange={({ target }) => setSearch(target.value)}
        />
        <button
          type="button"
          className="button"
          onClick={() => setOpen(expanded.length > 0 ? [] : all)}
          disabled={search !== ''}
        >
          {t(expanded.length > 0 ? 'tree.fold' : 'tree.unfold')}
        </button>
      </div>
      {movable ? <MoveBar disabled={chosen === null} onStep={onStep} /> : null}
      <Tree
        blockNode
        showIcon
        className="tree-nodes"
        aria-label={name}
        treeData={shown}
        expandedKeys={[...expanded]}
        onExpand={(keys) => setOpen(keys.map(String))}
        selectedKeys={chosen ? [chosen] : []}
        onSelect={(_, { node }) => onChoose(String(node.key))}
        draggable={movable && search === '' ? { icon: false } : false}
        onDrop={({ dragNode, node, dropToGap, dropPosition }) => {
          const target = String(node.key);
          const id = String(dragNode.key);
          if (!dropToGap) return onMove(id, target, siblings(places, target).length);
          const parent = places.find((place) => place.id === target)?.parent ?? null;
          const row = siblings(places, parent).filter((place) => place.id !== id);
          const at = row.findIndex((place) => place.id === target);
          const after = dropPosition > Number(node.pos.split('-').at(-1));
          return onMove(id, parent, after ? at + 1 : at);
        }}
      />
    </section>
  );
}

function MoveBar({ disabled, onStep }: { disabled: boolean; onStep: Props['onStep'] }) {
  const { t } = useTranslation();
  return (
    <div className="tree-ways" role="toolbar" aria-label={t('tree.moving')}>
      {directions.map(([direction, path]) => (
        <button
          key={direction}
          type="button"
          className="icon-button"
          title={t(`tree.${direction}`)}
          aria-label={t(`tree.${direction}`)}
          disabled={disabled}
          onClick={() => onStep(direction)}
        >
          <svg viewBox="0 0 16 16" width="16" height="16" fill="none" stroke="currentColor" aria-hidden="true">
            <path d={path} strokeWidth="1.5" strokeLinecap="round" strokeLinejoin="round" />
          </svg>
        </button>
      ))}
      <span>{t('tree.moving')}</span>
    </div>
  );
}

function nodesOf(rows: readonly WireRecord[], places: readonly TreePosition[], titleField: string): Shown[] {
  const byId = new Map(rows.map((row) => [row.id, row]));
  const walk = (parent: string | null): Shown[] =>
    siblings(places, parent).map(({ id }) => {
      const row = byId.get(id);
      const icon = row?.['icon'];
      return {
        key: id,
        title: String(row?.[titleField] ?? id),
        ...(typeof icon === 'string' && icon ? { icon: <Icon name={icon} /> } : {}),
        children: walk(id),
      };
    });
  return walk(null);
}

function matching(nodes: readonly Shown[], text: string): Shown[] {
  const query = text.trim().toLowerCase();
  if (query === '') return [...nodes];
  return nodes.flatMap((node) => {
    const children = matching(node.children, text);
    return children.length > 0 || node.title.toLowerCase().includes(query) ? [{ ...node, children }] : [];
  });
}

const keysOf = (nodes: readonly Shown[]): string[] =>
  nodes.flatMap(({ key, children }) => (children.length > 0 ? [key, ...keysOf(children)] : []));
