import { Button, Input, Tree } from 'antd';
import type { BasicDataNode } from 'antd/es/tree';
import { useEffect, useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Skeleton, useCulture, useOwnCalls, type EditProps, type ReadProps } from '../../../kit/index.ts';
import { idsOf, kept, matching, ticked, type GrantNode } from './ticked.ts';
import './menu-grant.css';

/** An entry as the tree draws it. */
interface DrawnNode extends GrantNode, BasicDataNode {
  children: DrawnNode[];
}

/** The tree to tick in: one's own menu, or that of the tenant with this id. */
function useMenu(tenant?: string): GrantNode[] | null {
  const { ask } = useOwnCalls();
  const culture = useCulture();
  const [nodes, setNodes] = useState<GrantNode[] | null>(null);
  useEffect(() => {
    const abort = new AbortController();
    const tree =
      tenant === undefined
        ? ask('menuTreeForGrant', {}, abort.signal)
        : ask('tenantMenuTree', { id: tenant }, abort.signal);
    tree.then(
      (found) => setNodes(found as GrantNode[]),
      () => !abort.signal.aborted && setNodes([]),
    );
    return () => abort.abort();
  }, [ask, culture, tenant]);
  return nodes;
}

const idList = (value: unknown): string[] => (Array.isArray(value) ? value.map(String) : []);

export function Edit(props: EditProps) {
  return props.field.meta.type === 'json' ? <TenantEdit {...props} /> : <Ticks {...props} />;
}

/** Starts with what the tenant has now. */
function TenantEdit(props: EditProps) {
  const { value, onChange, record } = props;
  const { t } = useTranslation();
  const { ask } = useOwnCalls();
  const tenant = String(record()['id'] ?? '');
  const [failed, setFailed] = useState(false);
  useEffect(() => {
    if (Array.isArray(value)) return;
    const abort = new AbortController();
    ask('ownTenantMenu', { id: tenant }, abort.signal).then(onChange, () => {
      if (!abort.signal.aborted) setFailed(true);
    });
    return () => abort.abort();
  }, [ask, tenant, value, onChange]);
  if (failed) return <p role="alert">{t('widget.menu-grant.failed')}</p>;
  return Array.isArray(value) ? <Ticks {...props} tenant={tenant} /> : <Skeleton shape="list" />;
}

/** Ticking an entry takes all below it; half ticked is an entry of which only some is granted. */
function Ticks({ value, onChange, control, tenant }: EditProps & { tenant?: string }) {
  const { t } = useTranslation();
  const nodes = useMenu(tenant);
  const [search, setSearch] = useState('');
  const granted = useMemo(() => idList(value), [value]);
  const shown = useMemo(() => matching(nodes ?? [], search), [nodes, search]);
  const [open, setOpen] = useState<string[]>([]);
  if (!nodes) return <Skeleton shape="list" />;
  const checked = ticked(nodes, new Set(granted));
  const tick = (next: readonly string[]) => {
    onChange(kept(nodes, granted, [...next, ...halfTicked(nodes, new Set(next))]));
  };
  const toggle = (id: string, on: boolean) => {
    tick(on ? closed(nodes, new Set([...checked, ...branchAt(nodes, id)])) : without(nodes, checked, id));
  };
  return (
    <div className="menu-grant">
      <div className="menu-grant-bar">
        <Input
          {...control}
          allowClear
          value={search}
          placeholder={t('widget.menu-grant.search')}
          onChange={({ target }) => setSearch(target.value)}
        />
        <Button onClick={() => setOpen(open.length > 0 ? [] : idsOf(nodes))}>
          {t(open.length > 0 ? 'widget.menu-grant.fold' : 'widget.menu-grant.unfold')}
        </Button>
        <Button onClick={() => onChange([])} disabled={granted.length === 0}>
          {t('widget.menu-grant.none')}
        </Button>
        <span className="menu-grant-count" role="status">
          {granted.length === 0
            ? t(tenant === undefined ? 'widget.menu-grant.nothing' : 'widget.menu-grant.noneAtAll')
            : t('widget.menu-grant.count', { count: checked.length })}
        </span>
      </div>
      <div className="menu-grant-tree">
        <Tree<DrawnNode>
          checkable
          selectable={false}
          treeData={shown}
          fieldNames={{ title: 'title', key: 'id', children: 'children' }}
          expandedKeys={search ? idsOf(shown) : open}
          onExpand={(keys) => setOpen(keys.map(String))}
          checkedKeys={checked}
          onCheck={(_, { node, checked: on }) => toggle(String(node.key), on)}
        />
      </div>
    </div>
  );
}

/** The granted part of the menu, as a tree to read. */
export function Read({ value, compact }: ReadProps) {
  const { t } = useTranslation();
  const nodes = useMenu();
  const granted = new Set(idList(value));
  if (granted.size === 0) return <span className="menu-grant-count">{t('widget.menu-grant.nothing')}</span>;
  if (compact) return <span>{t('widget.menu-grant.count', { count: granted.size })}</span>;
  if (!nodes) return <Skeleton shape="list" />;
  return (
    <div className="menu-grant-tree">
      <Tree<DrawnNode>
        selectable={false}
        treeData={only(nodes, granted)}
        fieldNames={{ title: 'title', key: 'id', children: 'children' }}
      />
    </div>
  );
}

const only = (nodes: readonly GrantNode[], granted: ReadonlySet<string>): GrantNode[] =>
  nodes.flatMap((node) => {
    const children = only(node.children, granted);
    return granted.has(node.id) || children.length > 0 ? [{ ...node, children }] : [];
  });

function find(nodes: readonly GrantNode[], id: string): GrantNode | null {
  for (const node of nodes) {
    const found = node.id === id ? node : find(node.children, id);
    if (found) return found;
  }
  return null;
}

/** Entries of which something, but not all, is ticked. */
const halfTicked = (nodes: readonly GrantNode[], checked: ReadonlySet<string>): string[] =>
  nodes.flatMap((node) => {
    const some = idsOf(node.children).some((id) => checked.has(id));
    return [...(some && !checked.has(node.id) ? [node.id] : []), ...halfTicked(node.children, checked)];
  });

/** An entry is ticked as soon as all below it are. */
const closed = (nodes: readonly GrantNode[], checked: ReadonlySet<string>): string[] =>
  nodes.flatMap((node) => {
    const below = closed(node.children, checked);
    const whole = node.children.length > 0 ? node.children.every(({ id }) => below.includes(id)) : checked.has(node.id);
    return whole ? [node.id, ...below] : below;
  });

/** An entry and all below it. */
const branchAt = (nodes: readonly GrantNode[], id: string): string[] => {
  const node = find(nodes, id);
  return node ? idsOf([node]) : [];
};

/** Without an entry, all below it, and the whole ticks above it. */
const without = (nodes: readonly GrantNode[], checked: readonly string[], id: string): string[] => {
  const gone = new Set([...branchAt(nodes, id), ...pathTo(nodes, id)]);
  return checked.filter((one) => !gone.has(one));
};

function pathTo(nodes: readonly GrantNode[], id: string): string[] {
  for (const node of nodes) {
    if (node.id === id) return [node.id];
    const path = pathTo(node.children, id);
    if (path.length > 0) return [node.id, ...path];
  }
  return [];
}
