import { TreeSelect } from 'antd';
import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { TreeNode } from '../../data/data-client.ts';
import { useFieldHost } from '../controls/field-host.tsx';
import type { EditProps, FieldView, ReadProps } from '../controls/field-view.ts';
import { PickerEmpty } from '../pickers/picker-empty.tsx';
import { reference } from './reference.tsx';
import type { DropDown } from '../pickers/use-dropdown.ts';
import { useInputAria } from '../controls/use-input-aria.ts';

export const parent: FieldView = { Edit: ParentEdit, Read: ParentRead };

/** Picks the record above in the tree. The record itself and all below it cannot be chosen. */
function ParentEdit({ field, value, onChange, control, record, patch }: EditProps) {
  const picker = useInputAria(control);
  const { t } = useTranslation();
  const { client, entity } = useFieldHost();
  const [nodes, setNodes] = useState<TreeNode[]>([]);
  const [state, setState] = useState<DropDown['state']>('loading');
  useEffect(() => {
    const abort = new AbortController();
    client.tree(entity.path, abort.signal).then(
      (found) => {
        setNodes(found);
        setState('ready');
      },
      () => !abort.signal.aborted && setState('failed'),
    );
    return () => abort.abort();
  }, [client, entity.path]);
  const title = record()[`$${field.name}`];
  return (
    <TreeSelect
      {...picker}
      className="field-select"
      status={control['aria-invalid'] ? 'error' : ''}
      treeData={without(nodes, record()['id'])}
      fieldNames={{ label: 'title', value: 'id', children: 'children' }}
      labelInValue
      showSearch
      treeNodeFilterProp="title"
      treeDefaultExpandAll={nodes.length < 30}
      allowClear
      loading={state === 'loading'}
      placeholder={t('field.search')}
      notFoundContent={<PickerEmpty state={state} />}
      popupMatchSelectWidth={false}
      value={
        typeof value === 'string' && value !== ''
          ? { value, label: titleIn(nodes, value) ?? String(title ?? value) }
          : undefined
      }
      onChange={(picked: { value: string; label: unknown } | undefined) => {
        patch({ [`$${field.name}`]: picked ? (titleIn(nodes, picked.value) ?? null) : null });
        onChange(picked?.value ?? null);
      }}
    />
  );
}

/** The record above is of the same entity, so it reads like any other reference to it. */
function ParentRead(props: ReadProps) {
  const { entity } = useFieldHost();
  const field = { ...props.field, meta: { ...props.field.meta, to: props.field.meta.to ?? entity.name } };
  return <reference.Read {...props} field={field} />;
}

const without = (nodes: TreeNode[], id: unknown): TreeNode[] =>
  nodes.filter((node) => node.id !== id).map((node) => ({ ...node, children: without(node.children ?? [], id) }));

function titleIn(nodes: readonly TreeNode[], id: string): string | undefined {
  for (const node of nodes) {
    const title = node.id === id ? node.title : titleIn(node.children ?? [], id);
    if (title !== undefined) return title;
  }
  return undefined;
}
